/**
 * Everything a person hears of an accessibility tree: each name and each text, in order. Takes what Playwright's
 * `ariaSnapshot()` answers, which is YAML with one node a line: `- role "name" [state]: text`.
 */
export function readTree(snapshot: string): string[] {
  return snapshot.split("\n").flatMap((line) => {
    const node = unquoteNode(line.trim().replace(/^- /, ""));
    // Lines such as `/url: …` are facts about a node, not words.
    if (node.startsWith("/")) return [];
    const parts = /^\w+(?: ("(?:[^"\\]|\\.)*"))?(?: \[[^\]]*\])*(?::(?: (.*))?)?$/.exec(node);
    if (!parts) return [];
    return [parts[1], parts[2]].filter((part) => part !== undefined).map(unquote);
  });
}

// A node with a colon in its name stands in single quotes, its own ones doubled; the text after it stays outside.
function unquoteNode(line: string): string {
  const quoted = /^'((?:[^']|'')*)'(.*)$/.exec(line);
  return quoted ? `${quoted[1]!.replaceAll("''", "'")}${quoted[2]}` : line;
}

function unquote(words: string): string {
  if (words.startsWith('"') && words.endsWith('"')) return JSON.parse(words) as string;
  return words;
}
