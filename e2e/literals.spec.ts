import { readFileSync } from "node:fs";
import { expect, test } from "./shop-test.ts";
import { readTree } from "./steps/read-tree.ts";
import { adminWords } from "./words/admin-words.ts";
import { buyerWords } from "./words/buyer-words.ts";
import { publicWords } from "./words/public-words.ts";
import type { Row } from "./words/row.ts";
import { sellerWords } from "./words/seller-words.ts";
import { sessionWords } from "./words/session-words.ts";

// The table's words are the contract, spelling mistakes and leading spaces included.
const table = readFileSync(new URL("literals.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean);
const rows: Row[] = [...publicWords, ...sessionWords, ...buyerWords, ...sellerWords, ...adminWords];
const rowByLine = new Map(rows.map((row) => [`${row.literal}\t${row.place}`, row]));

test("every row of the table has its test, and every test its row", () => {
  expect([...rowByLine.keys()].sort()).toEqual([...table].sort());
  expect(rowByLine.size).toBe(rows.length);
});

for (const line of table) {
  const row = rowByLine.get(line);
  test(`reads: ${line.replace("\t", " · ")}`, async ({ page, shop }) => {
    if (!row) throw new Error(`literals.tsv has a row without a test: ${line}`);
    const { where, words = row.literal, isId } = await row.cause({ page, shop });
    if (typeof words === "string") expect(words).toContain(row.literal);
    for (const place of [where].flat()) {
      if (isId) {
        await expect(place).toHaveId(row.literal);
        continue;
      }
      const heard = async () => readTree(await place.ariaSnapshot());
      const expected =
        typeof words === "string" ? words : (expect.stringMatching(words) as unknown);
      // Short messages stay two seconds, so the tree is read often.
      await expect.poll(heard, { intervals: [50, 100] }).toContainEqual(expected);
    }
  });
}
