import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { firstNewMigration } from "#server/platform/database/refuse-older-program.ts";
import { findLockRisks, type Migration } from "./find-lock-risks.ts";

function readMigrations(folder: string, isOnline: boolean): Migration[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(".sql"))
    .toSorted()
    .map((name) => ({ name, isOnline, text: readFileSync(path.join(folder, name), "utf8") }));
}

test("no migration blocks a large table or breaks the previous release", () => {
  const all = [
    ...readMigrations("db/migrations", false),
    ...readMigrations("db/migrations/online", true),
  ].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const checked = all.filter(({ name }) => name >= firstNewMigration);
  expect(checked.length).toBeGreaterThan(0);
  const risks = checked.flatMap((migration) =>
    findLockRisks(
      migration,
      all.filter(({ name }) => name < migration.name),
    ),
  );
  expect(risks).toEqual([]);
});

const risksOf = (text: string, { isOnline = false, earlier = "" } = {}) =>
  findLockRisks({ name: "0099_next.sql", text, isOnline }, [
    { name: "0098_earlier.sql", text: earlier, isOnline: false },
  ]);

describe("refuses in a migration", () => {
  test.each([
    ["an index", `create index listing_note on listing (note)`],
    ["a unique index", `CREATE UNIQUE INDEX "x" ON "listing" USING btree ("note");`],
    ["a volatile default", `alter table listing add column a uuid default gen_random_uuid()`],
    [
      "the same in capitals",
      `ALTER TABLE "listing" ADD COLUMN "a" uuid DEFAULT gen_random_uuid();`,
    ],
    ["a serial column", `alter table listing add column number bigserial`],
    ["a generated column", `alter table listing add a int generated always as (1 + 1) stored`],
    ["a required column without a default", `alter table listing add column note text not null`],
    ["a unique column", `alter table listing add column note text unique`],
    ["a checked constraint", `alter table listing add constraint c check (mileage > 0)`],
    [
      "a checked foreign key",
      `alter table listing add constraint f foreign key (a) references account (id)`,
    ],
    ["a unique constraint", `alter table only public.listing add constraint u unique (note)`],
    ["a validation", `alter table listing validate constraint c`],
    ["not null", `alter table listing alter column note set not null`],
    ["a change of type", `ALTER TABLE "listing" ALTER COLUMN "mileage" SET DATA TYPE bigint;`],
    ["a renamed column", `alter table listing rename column note to remark`],
    ["a renamed table", `alter table listing rename to car`],
    ["a dropped column", `alter table listing drop column note`],
    ["a dropped table", `drop table if exists "favorite"`],
    ["an update of all rows", `update listing set note = ''`],
    ["a deletion of all rows", `with a as (select 1) delete from listing`],
    ["a lock", `lock table listing in share mode`],
    ["truncate", `truncate listing`],
    [
      "a second statement",
      `create table a (id int);\n--> statement-breakpoint\nupdate listing set note = ''`,
    ],
  ])("%s", (_what, text) => {
    expect(risksOf(text)).toHaveLength(1);
  });
});

describe("allows", () => {
  test.each([
    ["a new column", `alter table listing add column note text`],
    ["a new column with a constant", `alter table listing add column n int not null default 0`],
    ["a new column with the time", `alter table listing add column at timestamptz default now()`],
    ["a reference", `alter table listing add column a uuid references account (id)`],
    ["a new table with its indexes", `create table a (id int); create index b on a (id);`],
    [
      "a constraint that is not validated",
      `alter table listing add constraint c check (a > 0) not valid`,
    ],
    [
      "a constraint from an index",
      `alter table listing add constraint u unique using index listing_u`,
    ],
    ["a dropped constraint", `alter table listing drop constraint c`],
    [
      "a function that updates",
      `create function f() returns trigger as $$ begin update listing set a = 1; end $$ language plpgsql`,
    ],
    ["text that looks like a statement", `insert into note values ('; update listing set a = 1')`],
    [
      "a statement with a reason",
      `-- checked: unused since 0.2\nalter table listing drop column note`,
    ],
  ])("%s", (_what, text) => {
    expect(risksOf(text)).toEqual([]);
  });

  test("a reason only for the statement after it", () => {
    const drop = "alter table listing drop column note;";
    expect(risksOf(`-- checked: unused since 0.2\n${drop}\n${drop}`)).toHaveLength(1);
  });

  test("an index that is built concurrently and a validation, outside a transaction", () => {
    const text = `create index concurrently if not exists a on listing (note); alter table listing validate constraint c`;
    expect(risksOf(text, { isOnline: true })).toEqual([]);
  });

  test("not null after an earlier migration validated it, and not before", () => {
    const add = `alter table listing add constraint c check (note is not null) not valid;`;
    const set = `alter table listing alter column note set not null`;
    expect(risksOf(set, { earlier: add })).toHaveLength(1);
    const earlier = `${add} alter table listing validate constraint c`;
    expect(risksOf(set, { earlier })).toEqual([]);
  });
});
