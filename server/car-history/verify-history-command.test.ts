import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { emailsTo } from "#testing/email/emails.ts";
import { createTestApp } from "#testing/test-app.ts";
import { noteHead } from "./car-history-jobs.ts";
import { readHead } from "./car-history-store.ts";
import { runVerifyHistory } from "./verify-history-command.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
beforeAll(async () => {
  shop = await createTestApp();
  const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
  for (let count = 0; count < 3; count++) await aListing(shop.deps, { sellerId });
  await noteHead(shop.deps, new Date());
});
afterAll(() => shop.close());

const lines: string[] = [];
const run = async (...argv: string[]) => {
  lines.length = 0;
  return runVerifyHistory(argv);
};
beforeEach(() => {
  vi.stubEnv("DATABASE_URL", shop.databaseUrl);
  vi.stubEnv("DEMO", "1");
  for (const method of ["log", "error"] as const)
    vi.spyOn(console, method).mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test("says that the history is unbroken, and where it ends", async () => {
  const { position, hash } = await readHead(shop.deps.db);
  const end = `${position}:${hash.toString("hex")}`;
  expect(await run("--head", end)).toBe(0);
  expect(lines[0]).toMatch(/^The history is unbroken: \d+ events, compared with \d+ earlier ends/);
  expect(lines[1]).toBe(`Its end: ${end}`);
});

test("exits with 1 and names the row if it is broken", async () => {
  expect(await run("--head", `2:${"ab".repeat(32)}`)).toBe(1);
  expect(lines.join("\n")).toMatch(/^The history is broken\. Position 2 \(event \d+\)/);
});

test("says in words that the end of the chain was deleted", async () => {
  const { position, hash } = await readHead(shop.deps.db);
  await shop.deps.pool.query("delete from car_history_head");
  try {
    expect(await run()).toBe(1);
    expect(lines).toEqual([
      expect.stringMatching(/^The history is broken\. The row of car_history_head, .* was deleted/),
    ]);
  } finally {
    await shop.deps.pool.query("insert into car_history_head (position, hash) values ($1, $2)", [
      position,
      hash,
    ]);
  }
});

test.each([["--head", "2"], ["--head"], ["--tail"]])("refuses %s %s", async (...argv) => {
  expect(await run(...argv)).toBe(2);
  expect(lines.at(-1)).toContain("Usage: npm run verify-history");
});

test("takes the line of the daily email, which the night's job sends to the operator's address", async () => {
  const to = "operator@elsewhere.example";
  const at = new Date("2026-11-28T03:07:00.000Z");
  await noteHead(
    { db: shop.deps.db, config: { BRAND_NAME: "Marque", HISTORY_HEAD_EMAIL: to } },
    at,
  );
  const { position, hash } = await readHead(shop.deps.db);
  const [email, ...others] = await emailsTo(shop.deps, to);
  expect(others).toEqual([]);
  const line = `${position}:${hash.toString("hex")} 2026-11-28T03:07:00.000Z`;
  expect(email?.text.split("\n")).toContain(line);
  expect(email?.subject).toContain(`${position}:${hash.toString("hex").slice(0, 8)}`);
  expect(await run("--head", line)).toBe(0);
  expect(await run("--head", line.replace(/[0-9a-f]{8} /, "00000000 "))).toBe(1);
  expect(await run("--head", `${line} and more`)).toBe(2);
});

test("sends no email without such an address", async () => {
  const emails = async () =>
    (await shop.deps.pool.query("select from email where kind = 'history.head'")).rowCount;
  const before = await emails();
  await noteHead(shop.deps, new Date());
  expect(await emails()).toBe(before);
});
