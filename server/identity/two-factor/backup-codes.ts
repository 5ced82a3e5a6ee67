import { hash } from "@node-rs/argon2";
import { randomBytes, randomInt } from "node:crypto";
import { passwordCost } from "../passwords/password-hash.ts";

/** Without what one takes for another when it is read from paper. */
const letters = "abcdefghjkmnpqrstuvwxyz23456789";
const backupCodes = 10;

/** Ten codes of 50 random bits each, for example `k7mqp-3xw9t`. */
export function newBackupCodes(): string[] {
  return Array.from({ length: backupCodes }, () => {
    const code = Array.from({ length: 10 }, () => letters[randomInt(letters.length)]).join("");
    return `${code.slice(0, 5)}-${code.slice(5)}`;
  });
}

/**
 * How the service keeps backup codes: hashed as passwords are, those of one person under one random salt, so that a code
 * that is given has to be hashed once. What it keeps of the rest, once a code is used, is hashed already.
 */
export const hashedBackupCodes = {
  async encrypt(codes: string): Promise<string> {
    const given = JSON.parse(codes) as string[];
    const salt = randomBytes(16);
    const kept = given.map(async (code) => (isHash(code) ? code : hashUnder(salt, code)));
    return JSON.stringify(await Promise.all(kept));
  },
  decrypt: (stored: string): Promise<string> => Promise.resolve(stored),
};

/** What a code that is given looks like among the stored ones, if it is one of them. */
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
