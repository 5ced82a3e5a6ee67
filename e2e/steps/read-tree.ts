/**
 * All names and texts of an accessibility tree, in order. Takes what Playwright's `ariaSnapshot()` returns, which is
 * YAML with one node per line: `- role "name" [state]: text`.
 */
export function readTree(snapshot: string): string[] {
  return snapshot.split("\n").flatMap((line) => {
    const node = unquoteNode(line.trim().replace(/^- /, ""));
    // Lines such as `/url: …` are properties of a node, not text.
    if (node.startsWith("/")) return [];
    const parts = /^\w+(?: ("(?:[^"\\]|\\.)*"))?(?: \[[^\]]*\])*(?::(?: (.*))?)?$/.exec(node);
    if (!parts) return [];
    return [parts[1], parts[2]].filter((part) => part !== undefined).map(unquote);
  });
}

// A node with a colon in its name is in single quotes, with its own doubled; the text after it is outside.
function unquoteNode(line: string): string {
  const quoted = /^'((?:[^']|'')*)'(.*)$/.exec(line);
  return quoted ? `${quoted[1]!.replaceAll("''", "'")}${quoted[2]}` : line;
}

function unquote(text: string): string {
  if (text.startsWith('"') && text.endsWith('"')) return JSON.parse(text) as string;
  return text;
}
