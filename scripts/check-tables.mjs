// Part of `npm run check`: no store names a table in a text of SQL that it may not import. Dependency-cruiser sees only
// imports, so this applies its rules to those names.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import ts from "typescript";

const rules = createRequire(import.meta.url)("../.dependency-cruiser.cjs").forbidden.filter(
  ({ name }) =>
    name === "features-import-lower-features" || name === "server-platform-knows-no-feature",
);

const fileOfTable = new Map();
for (const path of filesNamed("-table.ts"))
  for (const [, table] of readFileSync(path, "utf8").matchAll(/pgTable\(\s*"(\w+)"/g))
    fileOfTable.set(table, path);

const anyTable = [...fileOfTable.keys()].join("|");
const beforeTable = "from|join|into|update|only|table|references|using";
// Where SQL expects a table, or anywhere if the name is no ordinary word.
const namedTable = new RegExp(
  `(?<=\\b(?:${beforeTable})\\s+"?)(?:${anyTable})\\b|\\b(?=[a-z]+_)(?:${anyTable})\\b`,
  "gi",
);

const given = process.argv.slice(2);
const stores = given.length > 0 ? given : [...filesNamed("-store.ts"), ...filesNamed("-table.ts")];
const problems = new Set(stores.flatMap(findTables));
if (problems.size > 0) {
  console.log([...problems].join("\n"));
  process.exitCode = 1;
}

function filesNamed(ending) {
  return ts.sys.readDirectory("server", [ending]).map((path) => path.replace(/^[.][/]/, ""));
}

function findTables(path) {
  const file = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest);
  const breaches = [];
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node))
      for (const { 0: table, index } of node.text.matchAll(namedTable)) {
        const owner = fileOfTable.get(table.toLowerCase());
        if (!isForbidden(path, owner)) continue;
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file) + index);
        breaches.push(`${path}:${line + 1} names ${table} of ${owner}, which it may not import.`);
      }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return breaches;
}

function isForbidden(from, to) {
  return rules.some((rule) => applies(rule.from, from) && applies(rule.to, to));
}

function applies({ path, pathNot }, file) {
  return new RegExp(path).test(file) && !(pathNot && new RegExp(pathNot).test(file));
}
