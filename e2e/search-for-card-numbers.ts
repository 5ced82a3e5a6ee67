import { join, sep } from "node:path";
import { searchFiles } from "../testing/privacy/search-files.ts";
import { testCards } from "../shared/payments/test-cards.ts";

const testNumbers = new Set(testCards.map((card) => card.number));

/**
 * Checks after the run that no file of the shop contains a card number: database files, journal and log. A match fails
 * the run.
 */
export default async function searchForCardNumbers(): Promise<void> {
  const folder = process.env.BROWSER_TEST_DATA;
  if (!folder) throw new Error("BROWSER_TEST_DATA is not set.");
  const { files, finds: all } = await searchFiles(folder, findCardNumber);
  // The build's own scripts, which the shop keeps, name the test cards.
  const scripts = join(folder, "assets") + sep;
  const finds = all.filter(({ file }) => !file.startsWith(scripts));
  if (finds.length > 0)
    throw new Error(`${finds[0]!.file} contains the card number ${finds[0]!.match}.`);
  if (files < 100) throw new Error(`Only ${files} files in ${folder}: too few for a shop's data.`);
}

function findCardNumber(text: string): string | null {
  // As typed, with a space or a dash after every four digits, and as sent in a form.
  for (const [match] of text.matchAll(/\d{4}(?:[ +-]?\d{4}){2}[ +-]?\d{2,4}/g)) {
    const number = match.replace(/\D/g, "");
    if (testNumbers.has(number)) return number;
  }
  return null;
}
