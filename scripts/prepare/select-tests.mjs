import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const FOLDERS = ["shared", "server", "web", "testing", "scripts", "bench", "simulators"];
// These tests start the embedded server themselves, so they would not use the second database.
const EMBEDDED_ONLY = [
  "server/platform/embedded-postgres/",
  "server/backup/",
  "server/database-upgrade/",
];
// These long tests say as much on one database as on two: their faults are of a disk, a clock or a process.
const ONCE = [
  "testing/faults/",
  "server/feeds/",
  "server/feed-photos/",
  "server/imports/",
  "server/start/stop-on-signal",
];

/**
 * Selects the vitest files of each run. The text of a file decides, so new files need no entry here.
 * @param {string} root the clone
 * @returns {{ short: string[], deep: string[], second: string[] }} `short` run in `npm test`, `deep` at full size in
 *   `npm run test:deep`, and `second` there once more, on another PostgreSQL: their SQL may differ between servers, or they
 *   are long tests
 */
export function selectTests(root) {
  const files = FOLDERS.flatMap((folder) => listTests(root, folder)).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));
  const paths = (some) => some.map(({ path }) => path);
  const short = files.filter(({ path }) => !isDeep(path));
  const long = files.filter(({ path, text }) => hasDeepSize(text) || isDeep(path));
  const repeated = [
    ...short.filter((file) => !hasDeepSize(file.text) && dependsOnServer(file)),
    ...long.filter(({ path }) => !isOneOf(ONCE, path)),
  ];
  return {
    short: paths(short),
    deep: paths(long),
    second: paths(repeated.filter(usesSecondDatabase)),
  };
}

/** Test databases come from testing/ only, directly or through what else a test imports from there. */
function usesSecondDatabase({ path, text }) {
  if (isOneOf(EMBEDDED_ONLY, path)) return false;
  return text.includes('"#testing/') || path.startsWith("testing/database/");
}

function isOneOf(beginnings, path) {
  return beginnings.some((beginning) => path.startsWith(beginning));
}

/** Whether a file runs only in `npm run test:deep`. */
function isDeep(path) {
  return path.endsWith(".deep.test.ts");
}

function hasDeepSize(text) {
  return text.includes("/test-depth.ts");
}

/**
 * Whether the tests send SQL whose result may differ between servers: catalogs, locks, plans, ended
 * connections, changes to the schema, dumps and races. Plain queries of rows do not count.
 */
function dependsOnServer({ path, text }) {
  if (/races|upgrade/.test(path)) return true;
  return (
    /\bsql(<[^`]*>)?`|[.]query[<(]/.test(text) &&
    /\bpg_|information_schema|\bexplain\b|\/read-plans[.]ts|for (no key )?(update|share)\b|\block table\b|\b(create|alter|drop) (table|index|trigger|function|database)\b/i.test(
      text,
    )
  );
}

function listTests(root, folder) {
  try {
    return readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /[.]test[.]tsx?$/.test(name))
      .map((name) => join(folder, name).split(sep).join("/"));
  } catch (error) {
    if (error.code === "ENOENT") return [];
    throw error;
  }
}
