import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { testCards } from "../shared/payments/test-cards.ts";

const digits = 16;
const known = new Set(testCards.map((card) => card.number));

/**
 * After the whole run: no card number in anything the shop has written, neither its database's files and journal nor
 * its log. A find fails the run.
 */
export default async function searchForCardNumbers(): Promise<void> {
  const folder = process.env.BROWSER_TEST_DATA;
  if (!folder) throw new Error("BROWSER_TEST_DATA does not say where the shop wrote.");
  let files = 0;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    files += 1;
    const file = join(entry.parentPath, entry.name);
    const found = await findCardNumber(file);
    if (found) throw new Error(`${file} holds the card number ${found}.`);
  }
  if (files < 100) throw new Error(`Only ${files} files in ${folder}: that is no shop's data.`);
}

async function findCardNumber(file: string): Promise<string | null> {
  let tail = "";
  try {
    for await (const chunk of createReadStream(file, {
      encoding: "latin1",
      highWaterMark: 1 << 20,
    })) {
      const text = tail + String(chunk);
      // As typed, with a space or a dash after each four, and as sent in a form.
      for (const [match] of text.matchAll(/\d{4}(?:[ +-]?\d{4}){2}[ +-]?\d{2,4}/g)) {
        const number = match.replace(/\D/g, "");
        if (known.has(number)) return number;
      }
      tail = text.slice(-2 * digits);
    }
  } catch (error) {
    // The database removes files of its own while it is looked at.
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  return null;
}
