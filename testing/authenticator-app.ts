import { createHmac } from "node:crypto";

const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/**
 * What an authenticator app shows for the address it read (RFC 6238 with HMAC-SHA-1, six digits, thirty seconds).
 * @param steps half minutes from now: 1 is the next code
 */
export function appCode(totpUri: string, steps = 0, now = Date.now()): string {
  const secret = new URL(totpUri).searchParams.get("secret") ?? "";
  const bits = [...secret].map((letter) => base32.indexOf(letter).toString(2).padStart(5, "0"));
  const bytes = (bits.join("").match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + steps));
  const digest = createHmac("sha1", Buffer.from(bytes)).update(counter).digest();
  const offset = digest.readUInt8(digest.length - 1) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}
