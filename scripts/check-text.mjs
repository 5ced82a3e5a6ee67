// A browser's translation replaces the text nodes of a page. React then fails to change or remove them, so text that
// changes is the only child of its element (docs/decisions/0140-changing-text-has-an-element-of-its-own.md).
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

const textFlags =
  ts.TypeFlags.StringLike |
  ts.TypeFlags.NumberLike |
  ts.TypeFlags.BigIntLike |
  ts.TypeFlags.Any |
  ts.TypeFlags.Unknown;

const given = process.argv.slice(2);
const problems = findBareText(given.length > 0 ? given : pageFiles(), compilerOptions());
if (problems.length > 0) {
  console.log(problems.join("\n"));
  process.exit(1);
}

function pageFiles() {
  const files = ts.sys.readDirectory(join(root, "web"), [".tsx"]);
  return files.filter((file) => !file.endsWith(".test.tsx"));
}

function compilerOptions() {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ts.sys.write };
  return ts.getParsedCommandLineOfConfigFile(join(root, "tsconfig.json"), {}, host).options;
}

/** The places in these files where a translation would break the page, each as one line. */
function findBareText(files, options) {
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  return files.flatMap((name) => {
    const file = program.getSourceFile(name);
    const faults = [];
    const visit = (node) => {
      for (const [place, problem] of problemsOf(node, checker)) {
        const { line } = file.getLineAndCharacterOfPosition(place.getStart(file));
        faults.push(`${relative(root, name)}:${line + 1} ${problem}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
    return faults;
  });
}

function problemsOf(node, checker) {
  if (ts.isJsxElement(node) || ts.isJsxFragment(node)) return problemsOfChildren(node, checker);
  if (isComponent(node) && returnsText(node, checker))
    return [[node, "A component returns text. Return an element with the text."]];
  return [];
}

function problemsOfChildren(parent, checker) {
  const children = parent.children.filter(isRendered);
  const isAlone = children.length === 1 && ts.isJsxElement(parent);
  if (isAlone) return [];
  let isAfterChange = false;
  return children.flatMap((child) => {
    const isText = ts.isJsxText(child) || isConstantText(child);
    if (isText)
      return isAfterChange
        ? [
            [
              child,
              "Text follows what may come and go. Put the text into an element, such as <span>.",
            ],
          ]
        : [];
    if (ts.isJsxExpression(child) && mayBeText(child.expression, checker))
      return [
        [
          child,
          "Text that changes has siblings. Make it one text with a template literal, or put it into an element, such as <span>.",
        ],
      ];
    isAfterChange ||= mayComeAndGo(child, checker);
    return [];
  });
}

function isRendered(child) {
  if (ts.isJsxText(child)) return child.text.trim() !== "";
  if (!ts.isJsxExpression(child)) return true;
  if (child.expression === undefined) return false;
  // Translations leave spaces between elements alone.
  return !ts.isStringLiteralLike(child.expression) || child.expression.text.trim() !== "";
}

function isConstantText(child) {
  return ts.isJsxExpression(child) && ts.isStringLiteralLike(child.expression);
}

/** Whether an expression can render as a text. The left side of `&&` renders nothing. */
function mayBeText(expression, checker) {
  if (ts.isParenthesizedExpression(expression)) return mayBeText(expression.expression, checker);
  if (ts.isConditionalExpression(expression))
    return [expression.whenTrue, expression.whenFalse].some((one) => mayBeText(one, checker));
  if (ts.isBinaryExpression(expression)) {
    const { left, operatorToken, right } = expression;
    if (operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
      return mayBeText(right, checker);
    if (operatorToken.kind === ts.SyntaxKind.BarBarToken)
      return [left, right].some((one) => mayBeText(one, checker));
  }
  return isTextType(checker.getTypeAtLocation(expression));
}

function isTextType(type) {
  if (type.isUnion()) return type.types.some(isTextType);
  const isEmpty = type.isStringLiteral() && type.value === "";
  return !isEmpty && (type.flags & textFlags) !== 0;
}

function mayComeAndGo(child, checker) {
  if (ts.isJsxExpression(child)) return true;
  if (!ts.isJsxElement(child) && !ts.isJsxSelfClosingElement(child)) return false;
  const { tagName } = ts.isJsxElement(child) ? child.openingElement : child;
  const declaration = signatureOf(tagName, checker)?.declaration;
  if (!declaration || declaration.getSourceFile().isDeclarationFile) return false;
  const type = checker.getReturnTypeOfSignature(signatureOf(tagName, checker));
  return type.isUnion() || isTextType(type);
}

function signatureOf(tagName, checker) {
  return checker.getTypeAtLocation(tagName).getCallSignatures()[0];
}

function isComponent(node) {
  if (!ts.isFunctionDeclaration(node) && !ts.isArrowFunction(node)) return false;
  const { name } = ts.isFunctionDeclaration(node) ? node : node.parent;
  return name !== undefined && ts.isIdentifier(name) && /^[A-Z]/.test(name.text);
}

function returnsText(node, checker) {
  return isTextType(checker.getReturnTypeOfSignature(checker.getSignatureFromDeclaration(node)));
}
