import { randomBytes } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Letters and digits that nobody can guess. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length)) {
      // Bytes past the last whole alphabet would make its first letters likelier.
      if (byte >= 248 || text.length === length) continue;
      text += alphabet[byte % alphabet.length];
    }
  return text;
}

type IdPrefix = "pi" | "pm" | "ch" | "re" | "du" | "evt" | "txn" | "req" | "payatt";

/** An identifier such as the provider gives: `pi_` and 24 letters and digits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(prefix === "req" ? 14 : 24)}`;
}
