// A line says one thing: literals are written out instead of being spread or destructured where they stand, which only
// saves lines. The caps on the length of files and functions count no blank lines and comments (.oxlintrc.json).
import { readFileSync } from "node:fs";
import ts from "typescript";

const given = process.argv.slice(2);
const problems = (given.length > 0 ? given : sourceFiles()).flatMap(findPacking);
if (problems.length > 0) {
  console.log(problems.join("\n"));
  process.exitCode = 1;
}

function sourceFiles() {
  const folders = ["bench", "e2e", "scripts", "server", "shared", "simulators", "testing", "web"];
  return folders.flatMap((folder) => ts.sys.readDirectory(folder, [".ts", ".tsx", ".mjs"]));
}

function findPacking(name) {
  const file = ts.createSourceFile(name, readFileSync(name, "utf8"), ts.ScriptTarget.Latest, true);
  const faults = [];
  const visit = (node) => {
    const problem = problemOf(node);
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    if (problem) faults.push(`${name}:${line + 1} ${problem}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return faults;
}

function problemOf(node) {
  const isSpread =
    ts.isSpreadAssignment(node) || ts.isSpreadElement(node) || ts.isJsxSpreadAttribute(node);
  if (isSpread && isLiteral(node.expression))
    return "A literal is spread. Write its properties or elements out.";
  if (ts.isVariableDeclaration(node) && ts.isArrayBindingPattern(node.name) && isList(node))
    return "A list is destructured where it is written. Declare each name by itself.";
  return null;
}

function isList({ initializer }) {
  return (
    initializer !== undefined &&
    ts.isArrayLiteralExpression(initializer) &&
    !initializer.elements.some(ts.isSpreadElement)
  );
}

function isLiteral(expression) {
  if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression))
    return isLiteral(expression.expression);
  return ts.isObjectLiteralExpression(expression) || ts.isArrayLiteralExpression(expression);
}
