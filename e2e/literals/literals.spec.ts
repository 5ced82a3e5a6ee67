import { readFileSync } from "node:fs";
import { expect, test } from "../shop-test.ts";
import { adminJourneys } from "./admin-literals.ts";
import { buyerJourneys } from "./buyer-literals.ts";
import { publicJourneys } from "./public-literals.ts";
import { sellerJourneys } from "./seller-literals.ts";
import { sessionJourneys } from "./session-literals.ts";
import { readTree } from "../steps/read-tree.ts";

// The texts are the contract, spelling mistakes and leading spaces included.
const table = readFileSync(new URL("literals.tsv", import.meta.url), "utf8")
  .split("\n")
  .filter(Boolean);
const journeys = [
  ...publicJourneys,
  ...sessionJourneys,
  ...buyerJourneys,
  ...sellerJourneys,
  ...adminJourneys,
];
// A text that is missing does not keep the others from being read.
const expectSoft = expect.configure({ soft: true });

test("every literal is read by one journey", () => {
  const read = journeys.flatMap(({ rows }) => rows);
  expect(read.map(({ literal, place }) => `${literal}\t${place}`).sort()).toEqual(
    [...table].sort(),
  );
});

for (const { name, walk } of journeys)
  test(`reads the literals: ${name}`, async ({ page, shop }) => {
    await walk({ page, shop }, ({ literal, place }, show) =>
      test.step(`${literal} · ${place}`, async () => {
        const { where, text = literal, isId } = await show();
        if (typeof text === "string") expectSoft(text).toContain(literal);
        for (const locator of [where].flat()) {
          if (isId) {
            await expectSoft(locator).toHaveId(literal);
            continue;
          }
          const readTexts = async () => readTree(await locator.ariaSnapshot());
          const expected =
            typeof text === "string" ? text : (expect.stringMatching(text) as unknown);
          // Toasts disappear after two seconds, so the tree is read often.
          await expectSoft
            .poll(readTexts, { message: `${literal} · ${place}`, intervals: [50, 100] })
            .toContainEqual(expected);
        }
      }),
    );
  });
