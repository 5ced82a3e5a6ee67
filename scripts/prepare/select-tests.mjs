import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

const FOLDERS = ["shared", "server", "web", "testing", "scripts", "bench", "simulators"];
// These test the embedded server and the source code: a second database plays no part in them.
const NO_SECOND_DATABASE =
  /^server\/platform\/embedded-postgres\/|^testing\/directions[.]test[.]ts$/;

/**
 * Sorts the vitest files by what a run needs them for. The text of a file decides, so a new file is
 * in the right list without being named here.
 * @param {string} root the clone
 * @returns {{ withDeepSize: string[], second: string[], secondDeep: string[] }} `withDeepSize`: run
 *   again by `npm run test:deep`, larger. `second`: on the second database in `npm test`.
 *   `secondDeep`: on the second database in `npm run test:deep`
 */
export function selectTests(root) {
  const files = FOLDERS.flatMap((folder) => listTests(root, folder)).map((path) => ({
    path,
    text: readFileSync(join(root, path), "utf8"),
  }));
  const onSecond = files.filter(({ path }) => !NO_SECOND_DATABASE.test(path));
  const isShortWithSql = ({ text }) => hasSql(text) && !hasDeepSize(text);
  const paths = (some) => some.map(({ path }) => path);
  return {
    withDeepSize: paths(files.filter(({ text }) => hasDeepSize(text))),
    second: paths(onSecond.filter(isShortWithSql)),
    secondDeep: paths(onSecond.filter((file) => !isShortWithSql(file))),
  };
}

function hasDeepSize(text) {
  return text.includes("/test-depth.ts");
}

/** Whether a test file queries the database itself, and not only through the routes. */
function hasSql(text) {
  return /\bsql`|[.]query[<(]/.test(text);
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
