import { randomBytes } from "node:crypto";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Random letters and digits. */
export function randomText(length: number): string {
  let text = "";
  while (text.length < length)
    for (const byte of randomBytes(length)) {
      // Skipped, because these bytes would make the first letters of the alphabet more likely.
      if (byte >= 248 || text.length === length) continue;
      text += alphabet[byte % alphabet.length];
    }
  return text;
}

type IdPrefix = "pi" | "pm" | "ch" | "re" | "du" | "evt" | "txn" | "req" | "payatt";

/** An ID in the format of the provider, such as `pi_` and 24 letters and digits. */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${randomText(prefix === "req" ? 14 : 24)}`;
}
