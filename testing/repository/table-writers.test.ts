import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

/** Stores that write tables of other features, and the reason. Everything else is written by its owner only. */
const exceptions: Record<string, string[]> = {
  // Erasing an account redacts records of many features at once; none of them may skip a column.
  "server/privacy/erase-records-store.ts": ["account", "booking", "listing", "receipt"],
  "server/privacy/redact-words-store.ts": [
    "a table chosen at run time",
    "audit",
    "listing",
    "payment_log",
  ],
  // Delivery moves queued emails through their states. Features that queue emails must not depend on it.
  "server/email-delivery/delivery-store.ts": ["email"],
  // Imports and feeds insert many listings in one statement, and skip those that exist.
  "server/imports/new-car-store.ts": ["listing"],
  // A feed changes and withdraws hundreds of listings in one statement.
  "server/feeds/plan/stock-store.ts": ["listing"],
  // The demo also changes when its own bookings and saved searches were made.
  "server/demo/demo-store.ts": ["audit", "booking", "listing", "saved_search"],
};

const sources = readdirSync("server", { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
  .map((file) => path.join("server", file));

type Table = { name: string; feature: string };

/** Tables by the name of the constant that defines them. */
const tables = new Map<string, Table>(
  sources
    .filter((file) => file.endsWith("-table.ts"))
    .flatMap((file) =>
      [...read(file).matchAll(/export const (\w+) = pgTable\(\s*"(\w+)"/g)].map(
        ([, constant, name]) => [constant!, { name: name!, feature: featureOf(file) }] as const,
      ),
    ),
);

test("only stores write tables, and each writes only those of its feature", () => {
  expect(tables.size).toBeGreaterThan(20);
  const writers: Record<string, string[]> = {};
  for (const file of sources) {
    const written = foreignTables(file, read(file));
    if (written.length > 0) writers[file] = written;
  }
  expect(writers).toEqual(exceptions);
});

test.each([
  "await db.update(accountTable).set({})",
  "const table = accountTable;\nawait db.delete(table).where(isOld)",
  "await tx.insert(accountTable).values(row)",
  "sql`update account set name = ''`",
  "sql`update only account as a set name = ''`",
  "sql`delete from ${accountTable} where true`",
  "sql`insert into account (id)\n select 1`",
])("finds a write to the table of another feature: %s", (code) => {
  expect(foreignTables("server/reports/report-store.ts", code)).toEqual(["account"]);
  expect(foreignTables("server/accounts/account-store.ts", code)).toEqual([]);
  expect(foreignTables("server/accounts/change-account.ts", code)).toEqual(["account"]);
});

/** Names of the tables that the code of this file writes although it may not, sorted. */
function foreignTables(file: string, code: string): string[] {
  const isStore = file.endsWith("-store.ts");
  const names = writtenTables(code)
    .filter((table) => !isStore || table.feature !== featureOf(file))
    .map(({ name }) => name);
  return [...new Set(names)].toSorted();
}

function writtenTables(code: string): Table[] {
  const aliases = new Map(
    [...code.matchAll(/const (\w+) = (\w+);/g)].map(([, alias, constant]) => [alias!, constant!]),
  );
  const byConstant = (constant: string) => tables.get(aliases.get(constant) ?? constant);
  const byName = (name: string) => [...tables.values()].find((table) => table.name === name);
  const calls = [...code.matchAll(/\.(?:insert|update|delete)\((\w+)\)/g)].map(([, constant]) =>
    byConstant(constant!),
  );
  const statements = code.matchAll(
    /\b(?:insert\s+into|delete\s+from|update(?=(?:\s+only)?\s+\S+(?:\s+as\s+\w+)?\s+set\b))\s+(?:only\s+)?(?:\$\{(\w+)\}|"?(\w+)"?)/gi,
  );
  const inSql = [...statements].map(([, constant, name]) =>
    constant === undefined
      ? byName(name!)
      : (byConstant(constant) ?? { name: "a table chosen at run time", feature: "" }),
  );
  return [...calls, ...inSql].filter((table) => table !== undefined);
}

function featureOf(file: string): string {
  return file.split(path.sep)[1]!;
}

function read(file: string): string {
  return readFileSync(file, "utf8");
}
