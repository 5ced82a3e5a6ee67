// Finds names in code that do not say what they stand for.
import ts from "typescript";

/** How a value came is not what it is: `matches`, not `found`. */
const participles = new Set(["found", "gone", "kept", "known", "said", "told"]);

/** The code of features that know no booking. A hold is the unpaid state of a booking, and nothing else. */
const withoutBookings =
  /^(?:server\/(?:backup|catalogue|database-upgrade|feeds|identity|images|imports|platform|valuation)|shared\/(?:accounts|feeds|makes|search|valuation)|web\/(?:feeds|identity|images|platform|search|ui))\/(?!.*\.test\.tsx?$)/;
const holdWords = new Set(["held", "hold", "holder", "holding", "holds"]);

/** Names that stay, because they are public or stored: [file, name]. */
const allowed = [
  ["server/feeds/apply/undo-plan.ts", "kept"],
  ["server/feeds/plan/plan-outline-store.ts", "kept"],
  ["server/feeds/plan/plan-sync.ts", "hold"],
  // About the holds of bookings.
  ["server/platform/config/config.ts", "HOLDS_PER_ADDRESS"],
  ["web/platform/root-data.ts", "bookingHoldHours"],
  // A term of machine learning.
  ["server/valuation/model/train-model.ts", "heldOut"],
  ["server/valuation/model/train-model.ts", "heldOutOutliers"],
  ["server/valuation/model/train-model.ts", "heldOutShare"],
  ["server/valuation/model/train-model.ts", "isHeldOut"],
];

export function badNames(file, text) {
  if (!/\.(?:mjs|tsx?)$/.test(file)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const hits = [];
  const visit = (node) => {
    const name = declaredName(node);
    const instead = name && faultOf(file, name.text);
    if (instead && !allowed.some(([path, exact]) => path === file && exact === name.text)) {
      const { line } = source.getLineAndCharacterOfPosition(name.getStart(source));
      hits.push({ line: line + 1, word: name.text, instead });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return hits;
}

function faultOf(file, name) {
  if (participles.has(name)) return "a noun for what it stands for";
  const words = name.split(/(?<=[a-z0-9])(?=[A-Z])|_/).map((word) => word.toLowerCase());
  if (withoutBookings.test(file) && words.some((word) => holdWords.has(word)))
    return "keep or contain; a hold is the unpaid state of a booking";
  return null;
}

/** The name that a node chooses. Keys of literals, and fields that are taken by their own name, are named elsewhere. */
function declaredName(node) {
  const isChosen = ts.isBindingElement(node)
    ? node.propertyName !== undefined || ts.isArrayBindingPattern(node.parent)
    : ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isMethodDeclaration(node) ||
      ts.isPropertyDeclaration(node) ||
      ts.isPropertySignature(node) ||
      ts.isTypeAliasDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isClassDeclaration(node);
  return isChosen && node.name && ts.isIdentifier(node.name) ? node.name : null;
}
