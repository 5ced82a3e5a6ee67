import { afterAll, beforeAll, expect, test } from "vitest";
import { cutMark } from "#shared/feeds/refused-row-contract.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { isBeginningOf } from "./cut-cells.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
let feed: string;
beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  const { body } = await shop.call("POST", "/api/feeds", {
    token: seller.token,
    body: { name: "Lot", options: { currency: "usd", distanceUnit: "mi" } },
  });
  feed = body.insertedId as string;
});
afterAll(() => shop.close());

const headers = "Stock Number,Make,Model,Year,Price,Mileage,Note,Remark";
const plan = (rows: readonly string[], corrections = "{}") =>
  shop.call(
    "POST",
    `/api/feeds/${feed}/plans?file=a.csv&corrections=${encodeURIComponent(corrections)}`,
    {
      token: seller.token,
      body: Buffer.from(`${[headers, ...rows].join("\n")}\n`),
      headers: { "content-type": "application/octet-stream" },
    },
  );
const refusedOf = async (id: string, query = "") =>
  (
    await shop.call("GET", `/api/feeds/${feed}/plans/${id}/refused${query}`, {
      token: seller.token,
    })
  ).body as { rows: { line: number; cells: string[] }[]; nextCursor: string | null };

const note = "n".repeat(3_000);
const row = `1,BMW,X5,2018,call us,30000,${note},short`;
const shownNote = `${"n".repeat(1_000)}…`;

test("keeps only the beginning of a refused row's long cell", async () => {
  const { body } = await plan([row]);
  const { rows } = await refusedOf(body._id as string);
  expect(rows).toMatchObject([
    { line: 2, cells: ["1", "BMW", "X5", "2018", "call us", "30000", shownNote, "short"] },
  ]);
});

test("corrects the other cells of such a row, and never writes a cut cell back", async () => {
  const { body } = await plan([row], JSON.stringify({ 2: { 4: "14500" } }));
  expect(body).toMatchObject({ counts: { added: 1, refused: 0 } });
  const answer = await plan([row], JSON.stringify({ 2: { 4: "14500", 6: shownNote } }));
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain('line 2: the row is too long to correct "Note" here');
  // Another text of that length is a correction.
  const own = JSON.stringify({ 2: { 4: "14500", 6: `${"m".repeat(1_000)}…` } });
  expect((await plan([row], own)).body).toMatchObject({ counts: { added: 1, refused: 0 } });
});

test("keeps and answers a bounded size of many long rows, each with its line", async () => {
  const wide = Array.from({ length: 300 }, () => `1,BMW,X5,2018,call us,${`,${note}`.repeat(40)}`);
  const { body } = await plan(wide);
  const lines: number[] = [];
  let size = 0;
  let query = "";
  do {
    const page = await refusedOf(body._id as string, `?limit=40${query}`);
    expect(JSON.stringify(page).length).toBeLessThan(1_000_000);
    size += JSON.stringify(page).length;
    lines.push(...page.rows.map(({ line }) => line));
    query = page.nextCursor ? `&cursor=${page.nextCursor}` : "";
  } while (query);
  expect(lines).toEqual(wide.map((_, at) => at + 2));
  expect(size).toBeLessThan(5_000_000);
});

test("a cell of nothing but the mark of a cut is no cut cell", () => {
  expect(isBeginningOf(cutMark, cutMark)).toBe(false);
  expect(isBeginningOf(cutMark, "a cell that was cut")).toBe(true);
});
