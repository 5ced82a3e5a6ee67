import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../..");
let folder: string;

/** A small project that breaks each rule once and has an allowed import for each rule. */
const files: Record<string, string> = {
  "package.json": JSON.stringify({
    type: "module",
    imports: {
      "#shared/*": "./shared/*",
      "#server/*": "./server/*",
      "#simulators/*": "./simulators/*",
      "#web/*": "./web/*",
      "#testing/*": "./testing/*",
    },
  }),
  "tsconfig.json": JSON.stringify({
    compilerOptions: { module: "ESNext", moduleResolution: "bundler" },
  }),
  "shared/cars/one.ts": 'import { two } from "./two.ts";\nexport const one = () => two;',
  "shared/cars/two.ts": 'import { one } from "./one.ts";\nexport const two = () => one;',
  "shared/seats/seat.ts": 'import { row } from "#shared/rows/row.ts";\nexport const seat = row;',
  "shared/rows/row.ts": "export const row = 1;",
  "shared/rows/rows.ts": 'import { seat } from "#shared/seats/seat.ts";\nexport const rows = seat;',
  "shared/cars/impure.ts":
    'import { readFileSync } from "node:fs";\nexport const read = readFileSync;',
  "shared/cars/pure.ts": 'import { z } from "zod";\nexport const pure = z.string();',
  "web/cars/car.ts":
    'import { store } from "#server/listings/car-store.ts";\nexport const car = store;',
  "web/cars/meets.ts": 'import { bill } from "#web/bills/bill.ts";\nexport const meets = bill;',
  "web/bills/bill.ts": "export const bill = 1;",
  "web/pages/page.ts": 'import { bill } from "#web/bills/bill.ts";\nexport const page = bill;',
  "web/ui/button.ts": 'import { bill } from "#web/bills/bill.ts";\nexport const button = bill;',
  "server/listings/draws.ts":
    'import { bill } from "#web/bills/bill.ts";\nexport const draws = bill;',
  "server/pages/entry.ts": 'import { bill } from "#web/bills/bill.ts";\nexport const entry = bill;',
  "server/listings/car-store.ts": 'import pg from "pg";\nexport const store = pg.Pool;',
  "server/listings/car-table.ts": 'import { sql } from "drizzle-orm";\nexport const cars = sql;',
  "server/listings/public.ts": 'export { store } from "./car-store.ts";',
  "server/listings/asks.ts": 'import pg from "pg";\nexport const asks = pg.Pool;',
  "server/listings/reads.ts": 'import { cars } from "./car-table.ts";\nexport const reads = cars;',
  "server/bookings/reaches.ts":
    'import { store } from "#server/listings/car-store.ts";\nexport const reaches = store;',
  "server/listings/parts/public.ts": 'export { store } from "../car-store.ts";',
  "server/bookings/reaches-subfolder.ts":
    'import { store } from "#server/listings/parts/public.ts";\nexport const reached = store;',
  "server/bookings/polite.ts":
    'import { store } from "#server/listings/public.ts";\nexport const polite = store;',
  "server/bookings/bill-store.ts":
    'import { cars } from "#server/listings/car-table.ts";\nexport const join = cars;',
  "server/platform/knows.ts":
    'import { store } from "#server/listings/public.ts";\nexport const knows = store;',
  "server/listings/tested.ts":
    'import { aCar } from "#testing/a-car.ts";\nexport const tested = aCar;',
  "server/listings/lost.ts":
    'import { missing } from "./nowhere.ts";\nexport const lost = missing;',
  "server/listings/started.ts":
    'import { start } from "#server/start/start.ts";\nexport const started = start;',
  "server/start/start.ts":
    'import { provider } from "#simulators/bank/provider.ts";\nexport const start = provider;',
  "server/listings/simulated.ts":
    'import { provider } from "#simulators/bank/provider.ts";\nexport const simulated = provider;',
  "server/start.ts":
    'import { provider } from "#simulators/bank/provider.ts";\nexport const start = provider;',
  "simulators/bank/provider.ts": "export const provider = 1;",
  "simulators/bank/peeks.ts":
    'import { store } from "#server/listings/public.ts";\nexport const peeks = store;',
  "server/listings/upward.ts":
    'import type { Bill } from "#server/bookings/public.ts";\nexport type Upward = Bill;',
  "server/bookings/public.ts": "export type Bill = number;",
  "server/listings/upward-table.ts":
    'import { bills } from "#server/bookings/bill-table.ts";\nexport const upward = bills;',
  "server/bookings/bill-table.ts": "export const bills = 1;",
  "server/garages/unlisted.ts":
    'import { store } from "#server/listings/public.ts";\nexport const unlisted = store;',
  "server/listings/upward.test.ts":
    'import { bills } from "#server/bookings/bill-table.ts";\nexport const tests = bills;',
  "testing/a-car.ts": "export const aCar = 1;",
};

const breaches = [
  ["no-cycles", "shared/cars/one.ts"],
  ["shared-is-pure", "shared/cars/impure.ts"],
  ["no-cycles-between-shared-folders", "shared/rows"],
  ["no-cycles-between-shared-folders", "shared/seats"],
  ["web-knows-no-server", "web/cars/car.ts"],
  ["server-meets-web-in-pages", "server/listings/draws.ts"],
  ["simulators-stand-alone", "simulators/bank/peeks.ts"],
  ["only-the-start-knows-simulators", "server/listings/simulated.ts"],
  ["only-the-root-knows-the-start", "server/listings/started.ts"],
  ["server-platform-knows-no-feature", "server/platform/knows.ts"],
  ["web-platform-and-ui-know-no-feature", "web/ui/button.ts"],
  ["features-meet-in-public", "server/bookings/reaches.ts"],
  ["features-meet-in-public", "server/bookings/reaches-subfolder.ts"],
  ["features-import-lower-features", "server/listings/upward.ts"],
  ["features-import-lower-features", "server/listings/upward-table.ts"],
  ["features-are-listed", "server/garages/unlisted.ts"],
  ["tables-only-in-stores", "server/listings/reads.ts"],
  ["sql-only-in-stores", "server/listings/asks.ts"],
  ["web-features-meet-on-pages", "web/cars/meets.ts"],
  ["nothing-ships-tests", "server/listings/tested.ts"],
  ["resolvable", "server/listings/lost.ts"],
] as const;

let violations: { rule: string; from: string }[];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marque-directions-"));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const program = join(root, "node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const config = join(root, ".dependency-cruiser.cjs");
  const args = [
    program,
    "--config",
    config,
    "-T",
    "json",
    "server",
    "shared",
    "simulators",
    "web",
    "testing",
  ];
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; rule: { name: string } }[] };
  };
  violations = summary.violations.map(({ rule, from }) => ({ rule: rule.name, from }));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(breaches)("reports %s", (rule, from) => {
  expect(violations).toContainEqual({ rule, from });
});

test("reports nothing else", () => {
  const expected = new Set<string>([
    ...breaches.map(([rule, from]) => `${rule} ${from}`),
    "no-cycles shared/cars/two.ts",
  ]);
  expect(
    violations.map(({ rule, from }) => `${rule} ${from}`).filter((line) => !expected.has(line)),
  ).toEqual([]);
});

test("covers every rule", async () => {
  const file: string = "../../.dependency-cruiser.cjs";
  const { default: config } = (await import(file)) as {
    default: { forbidden: { name: string }[] };
  };
  expect([...new Set(breaches.map(([rule]) => rule))].toSorted()).toEqual(
    [...new Set(config.forbidden.map(({ name }) => name))].toSorted(),
  );
});
