import { hash } from "@node-rs/argon2";
import { randomBytes, randomInt } from "node:crypto";
import { passwordCost } from "../passwords/password-hash.ts";

/** Without characters that are easy to confuse on paper. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const backupCodes = 10;

/** Ten codes of 50 random bits each, for example `k7mqp-3xw9t`. */
export function newBackupCodes(): string[] {
  return Array.from({ length: backupCodes }, () => {
    const code = Array.from({ length: 10 }, () => alphabet[randomInt(alphabet.length)]).join("");
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/**
 * How the service stores backup codes: hashed like passwords. All codes of a user share one random salt, so an entered
 * code is hashed only once. After a code is used, the service stores the others again, already hashed.
 */
export const hashedBackupCodes = {
  async encrypt(codes: string): Promise<string> {
    const all = JSON.parse(codes) as string[];
    const salt = randomBytes(16);
    const hashes = all.map(async (code) => (isHash(code) ? code : hashUnder(salt, code)));
    return JSON.stringify(await Promise.all(hashes));
  },
  decrypt: (stored: string): Promise<string> => Promise.resolve(stored),
};

/** The hash of an entered code, for comparison with the stored ones. */
export async function hashLike(stored: string, code: string): Promise<string> {
  const [first] = JSON.parse(stored) as string[];
  const salt = first?.split("$")[4];
  return salt === undefined ? "" : hashUnder(Buffer.from(salt, "base64"), code);
}

function hashUnder(salt: Uint8Array, code: string): Promise<string> {
  return hash(code, { ...passwordCost, salt });
}

function isHash(code: string): boolean {
  return code.startsWith("$argon2id$");
}
