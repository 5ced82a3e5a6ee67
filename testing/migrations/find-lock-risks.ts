/** A migration as text. `isOnline`: each of its statements runs outside a transaction. */
export type Migration = { name: string; text: string; isOnline: boolean };

/** Why a statement could block a large table for long, or break the previous release. */
type Rule = { pattern: RegExp; risk: string };

const online = "do it in db/migrations/online/";
/** For statements about a table that an earlier migration created. The first group is the table. */
const rules: Rule[] = [
  {
    pattern: /^create (?:unique )?index (?!concurrently\b).*? on (?:only )?(\w+)/,
    risk: `creating an index blocks writes: ${online} with concurrently`,
  },
  {
    pattern:
      /^alter table (\w+) .*\badd (?:column )?(?!constraint\b).*\bdefault [^,]*?\b(?:gen_random_uuid|random|clock_timestamp|timeofday|nextval|uuid_generate_v\d|txid_current)\b/,
    risk: "a volatile default rewrites the table: add the column without it, then set the default and fill rows in batches",
  },
  {
    pattern:
      /^alter table (\w+) .*\badd (?:column )?(?!constraint\b).*(?:\b(?:small|big)?serial\b|\bgenerated (?:always|by default) as\b)/,
    risk: "a generated or numbered column rewrites the table: add a plain column and fill it in batches",
  },
  {
    pattern:
      /^alter table (\w+) .*\badd (?:column )?(?!constraint\b)(?=.*\bnot null\b)(?!.*\bdefault\b).*/,
    risk: "the previous release inserts no value: give the new column a default",
  },
  {
    pattern: /^alter table (\w+) .*\badd column .*\b(?:unique|primary key|check)\b/,
    risk: `a constraint on a new column reads the table under a lock: add it on its own, ${online}`,
  },
  {
    pattern:
      /^alter table (\w+) .*\badd (?:constraint \w+ )?(?:check|foreign key)\b(?!.*\bnot valid\b).*/,
    risk: `checking the rows blocks writes: add the constraint with not valid, and validate it: ${online}`,
  },
  {
    pattern:
      /^alter table (\w+) .*\badd (?:constraint \w+ )?(?:unique|primary key|exclude)\b(?!.*\busing index\b).*/,
    risk: `building the index blocks reads and writes: ${online} with concurrently, then add the constraint using index`,
  },
  {
    pattern: /^alter table (\w+) .*\balter (?:column )?\w+ (?:set data )?type\b.*/,
    risk: "changing a type rewrites the table: add a column, fill it in batches, and read it from the next release on",
  },
  {
    pattern: /^alter table (\w+) .*\brename\b.*/,
    risk: "the previous release uses the old name: add the new one beside it, and drop the old one a release later",
  },
  {
    pattern: /^alter table (\w+) .*\bdrop column\b.*/,
    risk: "the previous release may read the column: drop it a release after its last use",
  },
  {
    pattern: /^drop (?:table|view|materialized view) (?:if exists )?(\w+)/,
    risk: "the previous release may read the table: drop it a release after its last use",
  },
  {
    pattern: /^alter table (\w+) .*\bset (?:logged|unlogged|tablespace|access method)\b.*/,
    risk: "this rewrites the table under a lock",
  },
  {
    pattern: /^(?:truncate|lock|cluster|vacuum full|reindex)(?: table)? (?!concurrently\b)(\w+)/,
    risk: "this blocks the whole table",
  },
  {
    pattern: /^(?:with\b.*?\b)?(?:update(?: only)?|delete from) (\w+)\b.*/,
    risk: `changing many rows at once keeps them locked: do it in batches, ${online} or in a job`,
  },
];
const validateInTransaction: Rule = {
  pattern: /^alter table (\w+) .*\bvalidate constraint\b.*/,
  risk: `validating reads all rows while the locks of the other statements last: ${online}`,
};

/**
 * Statements of a migration that would block a large table for longer than a moment or break the previous release,
 * which still runs during a rolling upgrade. A comment `-- checked: REASON` before a statement allows it.
 * @param earlier the migrations before this one, which decide what is validated
 */
export function findLockRisks(migration: Migration, earlier: readonly Migration[]): string[] {
  const statements = migration.text.split("--> statement-breakpoint").flatMap(splitStatements);
  const created = new Set(statements.flatMap(({ sql }) => createdTable(sql) ?? []));
  const before = earlier.flatMap(({ text }) => splitStatements(text)).map(({ sql }) => sql);
  return statements.flatMap(({ sql, isChecked }) => {
    if (isChecked) return [];
    const inOrder = migration.isOnline ? rules : [...rules, validateInTransaction];
    const risks = inOrder.flatMap(({ pattern, risk }) => {
      const table = pattern.exec(sql)?.[1];
      return table !== undefined && !created.has(table) ? [risk] : [];
    });
    return [...risks, ...unprovenNotNull(sql, created, before)].map(
      (risk) => `${migration.name}: ${sql.slice(0, 80)}: ${risk}`,
    );
  });
}

/** `set not null` reads the whole table under a lock, unless a validated constraint proves that there is no null. */
function unprovenNotNull(sql: string, created: Set<string>, before: string[]): string[] {
  const match = /^alter table (\w+) .*\balter (?:column )?(\w+) set not null/.exec(sql);
  if (!match || created.has(match[1]!)) return [];
  const [, table, column] = match;
  const added = new RegExp(
    `^alter table ${table} .*add constraint (\\w+) check \\(+ ?${column} is not null ?\\)+ not valid`,
  );
  const constraint = before.map((statement) => added.exec(statement)?.[1]).find(Boolean);
  const isValidated = before.some((statement) =>
    statement.startsWith(`alter table ${table} validate constraint ${constraint}`),
  );
  return constraint && isValidated
    ? []
    : [
        `set not null reads the table under a lock: first add check (${column} is not null) not valid, validate it (${online}), and then set it in a later migration`,
      ];
}

function createdTable(sql: string): string | undefined {
  return /^create (?:unlogged )?table (?:if not exists )?(\w+)/.exec(sql)?.[1];
}

/** The statements in lower case and on one line, without comments, quotes, schemas, texts and function bodies. */
function splitStatements(text: string): { sql: string; isChecked: boolean }[] {
  const checked = "/*checked*/";
  return text
    .replace(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replace(/^\s*-- checked: .+$/gm, checked)
    .replace(/--.*$/gm, "")
    .replace(/'(?:[^']|'')*'/g, "''")
    .toLowerCase()
    .split(";")
    .map((statement) => ({
      isChecked: statement.includes(checked),
      sql: statement
        .replaceAll(checked, "")
        .replaceAll('"', "")
        .replace(/\bpublic\./g, "")
        .replace(/\b(alter table) (?:if exists )?(?:only )?/g, "$1 ")
        .replace(/\s+/g, " ")
        .trim(),
    }))
    .filter(({ sql }) => sql !== "");
}
