// Finds words that do not belong in plain English, names in code that do not say what they stand for, and decision
// records that are too long, in every text file that git tracks; with arguments, in those files. Prints file:line for
// each and exits with 1. The words we use instead are in CONTRIBUTING.md.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { badNames } from "./prose/bad-names.mjs";

/** Each is [a regular expression in which a space also matches a line break in a comment, what to write instead]. */
const words = [
  ["nobody(?!@)", "no one, or name who"],
  ["somebody", "someone, or name who"],
  ["whoever|whomever|whosoever", "name who: the user, the operator, the attacker"],
  ["anew", "again"],
  ["thereof|therein|thereby|whereof|wherein", "name the thing"],
  ["of whom", "whose"],
  ["one's own|oneself", "your own, the user's"],
  ["the seed(?! of a| number)", "the specification (docs/specification.md)"],
  ["inhabitants?", "user, account"],
  ["black(ed|s|ing)? out|blacked-out", "redact"],
  ["called off", "canceled"],
  ["held back|held-back", "quarantined"],
  ["given back|gives? back|gave back", "refunded, returned"],
  ["for ever", "forever"],
  ["hitherto|henceforth|whilst|amongst|lest", "a plain word"],
  ["behaviours?|(un)?recognis(e|es|ed|ing)|favourites?|honours?", "the American spelling"],
];

const decisionRecord = /(^|\/)docs\/decisions\/\d{4}-[^/]*\.md$/;
/** As `wc -w` counts them. */
const mostWordsOfRecord = 500;

/** Files that quote such words on purpose. */
const unchecked = [
  /^package-lock\.json$/,
  /^db\/migrations\//,
  /^scripts\/check-prose\.(mjs|test\.ts)$/,
  // A dump of an old database.
  /^testing\/previous-release\//,
];

/** Texts that stay as they are: [file, text]. */
const allowed = [
  // Stored in the logs of released versions; a trigger allows no other text.
  ["server/privacy/no-trace.test.ts", "Blacked out."],
  ["server/privacy/redact-words-store.ts", "Blacked out."],
  // A user of Unix systems.
  ["server/platform/embedded-postgres/database-user.ts", "`nobody`"],
  ["server/platform/embedded-postgres/database-user.ts", 'findUser("nobody")'],
  ["server/platform/embedded-postgres/database-user.ts", "no user postgres or nobody"],
  ["testing/database/pooler.ts", '"nobody"'],
  ["web/blog/frameworks-compared.tsx", "nobody has ever noticed a framework"],
  ["CONTRIBUTING.md", "| held back |"],
  ["CONTRIBUTING.md", "| called off, ran out, given back |"],
  ["CONTRIBUTING.md", "| black out, forget |"],
];

const patterns = words.map(([source, instead]) => ({
  pattern: new RegExp(
    `\\b(?:${source.replaceAll(" ", String.raw`(?:\s|(?<=\n\s*)[*/#])+`)})\\b`,
    "gi",
  ),
  instead,
}));

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const given = process.argv.slice(2);
const files = given.length > 0 ? given : trackedFiles();
let faultCount = 0;
for (const file of files) {
  const text = readText(file);
  if (text === null) continue;
  for (const hit of [...badWords(file, text), ...badNames(file, text)]) report(file, hit);
  if (decisionRecord.test(file)) checkLength(file, text);
}
process.exitCode = faultCount === 0 ? 0 : 1;

function trackedFiles() {
  process.chdir(root);
  let listed;
  try {
    listed = execFileSync("git", ["ls-files", "-z"], { encoding: "utf8", stdio: "pipe" });
  } catch {
    console.log("Not a git checkout; the prose is not checked.");
    return [];
  }
  return listed.split("\0").filter((file) => file && !unchecked.some((path) => path.test(file)));
}

/** Null for a file that is not text. */
function readText(file) {
  let text;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    // Deleted, but not yet committed.
    if (error.code === "ENOENT" && given.length === 0) return null;
    throw error;
  }
  return text.includes("\0") ? null : text;
}

function badWords(file, written) {
  let text = written;
  for (const [path, exact] of allowed)
    if (path === file) text = text.replaceAll(exact, (same) => " ".repeat(same.length));
  return patterns.flatMap(({ pattern, instead }) =>
    [...text.matchAll(pattern)].map((match) => ({
      line: text.slice(0, match.index).split("\n").length,
      word: match[0].replaceAll(/[\s*/#]+/g, " "),
      instead,
    })),
  );
}

function report(file, { line, word, instead }) {
  faultCount += 1;
  console.log(`${file}:${line}: "${word}": write ${instead}`);
}

function checkLength(file, text) {
  const count = text.trim().split(/\s+/).length;
  if (count <= mostWordsOfRecord) return;
  faultCount += 1;
  console.log(`${file}:1: ${count} words: a decision record has at most ${mostWordsOfRecord}`);
}
