import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { connectDatabase } from "#server/platform/database/database.ts";
import { createTestDatabase } from "#testing/database/test-database.ts";
import { readRunbook } from "./runbook.ts";

const page = readRunbook();
const sources = (roots: readonly string[]) =>
  roots
    .flatMap((root) =>
      readdirSync(root, { recursive: true, encoding: "utf8" })
        .filter((file) => /\.(ts|mjs|json)$/.test(file) && !/[.]test[.]/.test(file))
        .map((file) => readFileSync(path.join(root, file), "utf8")),
    )
    .join("\n");
const program = sources(["server", "simulators", "scripts"]);

/** A message of PostgreSQL itself. */
const others = ["password authentication failed"];

test("the program prints the messages that the pages explain", () => {
  const tables = page.split("\n\n").filter((block) => block.startsWith("| message |"));
  expect(tables).toHaveLength(2);
  const messages = tables.flatMap((table) =>
    table
      .split("\n")
      .slice(2)
      .map((row) => row.split(" | ")[0]!.slice(2)),
  );
  const parts = messages.flatMap((message) =>
    message.replace(" (in the log)", "").split(/ ?… ?|, or |: |`|DATABASE_URL | ?\d+,? ?/),
  );
  const unknown = parts.filter((part) => part.length > 3 && !program.includes(part));
  expect(unknown.filter((part) => !others.includes(part))).toEqual([]);
});

test("the settings and tests that the pages name exist", () => {
  const names = new Set(
    [...page.matchAll(/`([A-Z]+_[A-Z_0-9]+)(?:=[^`]*)?`/g)].map(([, name]) => name!),
  );
  // The other two are of OpenTelemetry and of glibc.
  const variables = `${program} OTEL_TRACES_SAMPLER_ARG MALLOC_ARENA_MAX`;
  expect([...names].filter((name) => !variables.includes(name))).toEqual([]);
  const files = [...page.matchAll(/`((?:server|testing|scripts|deploy|bench|db)\/[^` ]+)`/g)];
  expect(files.length).toBeGreaterThan(30);
  expect(files.map(([, file]) => file!).filter((file) => !existsSync(file))).toEqual([]);
});

test("the commands of the pages exist, with their options", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  const commands = [...page.matchAll(/npm run ([a-z:-]+)((?: +(?:-- )?[^`#|\n;)]*)?)/g)];
  expect(commands.length).toBeGreaterThan(30);
  for (const [command, name, rest] of commands) {
    expect(Object.keys(scripts), command).toContain(name);
    const options = [...rest!.matchAll(/ --([a-z][a-z-]+)/g)].map(([, option]) => option!);
    const isKnown = (option: string) =>
      new RegExp(`\\b"?${option}"?: (\\{ type|\\[)`).test(program);
    expect(
      options.filter((option) => !isKnown(option)),
      command,
    ).toEqual([]);
  }
});

test("PostgreSQL accepts the queries of the pages", async () => {
  const database = await createTestDatabase();
  const { pool } = connectDatabase(database.url, 1);
  try {
    const blocks = [...page.matchAll(/```sql\n([^]*?)```/g)].map(([, text]) => text!);
    const inline = [
      ...page.matchAll(/`((?:select|insert into) [^`\n;]+)`/g),
      ...page.matchAll(/-c '(select [^'\n]+)'/g),
    ].map(([, text]) => text!);
    const queries = [...blocks, ...inline].filter((text) => /^(select|insert)/.test(text));
    expect(queries.length).toBeGreaterThan(8);
    for (const query of queries)
      await expect(pool.query(`explain ${query}`), query).resolves.toBeDefined();
  } finally {
    await pool.end();
    await database.drop();
  }
});
