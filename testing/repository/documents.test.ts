import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { mostFileMegabytes } from "#shared/feeds/feed-limits.ts";
import { resetLinkMinutes } from "#shared/identity/reset-link.ts";
import { secondReviewDays } from "#shared/reviews/review.ts";

const roots = ["server", "web", "shared", "simulators", "testing", "e2e", "bench", "scripts"];

const documents = [
  ...readdirSync(".").filter((name) => name.endsWith(".md")),
  ...[...roots, "docs", "deploy"].flatMap((root) => filesIn(root, /\.md$/)),
];

test("links in documents lead to files and headings that exist", () => {
  const broken = documents.flatMap((document) =>
    linksOf(document)
      .filter(({ file, heading }) => !existsSync(file) || !hasHeading(file, heading))
      .map(({ link }) => `${document}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("documents and their sections that code names exist", () => {
  const broken = roots
    .flatMap((root) => filesIn(root, /\.(ts|tsx|mjs)$/))
    .flatMap((file) => {
      // A comment can break within a name.
      const text = readFileSync(file, "utf8").replaceAll(/\n\s*(\*|\/\/)/g, "");
      return [...text.matchAll(/\b(docs\/[\w/-]+\.md)(?:, "([^"\\]+)")?/g)]
        .filter(([, document, section]) => !isInDocuments(document!, section))
        .map(([named]) => `${file}: ${named}`);
    });
  expect(broken).toEqual([]);
});

test.each([
  ["docs/accounts.md", `sends a link that works once, for ${resetLinkMinutes} minutes`],
  ["docs/email.md", `link to set a new password, once, valid for ${resetLinkMinutes} minutes`],
  ["docs/email.md", `| link to set a new password | ${resetLinkMinutes} minutes, while it works |`],
  ["docs/security.md", `five per hour and account; once, for ${resetLinkMinutes} minutes`],
  ["docs/security.md", `a password link for ${resetLinkMinutes} minutes`],
  ["docs/dealers.md", `also zipped, at most ${mostFileMegabytes} MB`],
  ["docs/importing.md", `(\`application/octet-stream\`, at most ${mostFileMegabytes} MB)`],
  ["docs/importing.md", `at most ${mostFileMegabytes} MB in five minutes`],
  ["docs/specification.md", `The other side then has ${secondReviewDays} days`],
])("%s says: %s", (document, statement) => {
  expect(readFileSync(document, "utf8")).toContain(statement);
});

function isInDocuments(document: string, section: string | undefined): boolean {
  return existsSync(document) && (section === undefined || headingsOf(document).includes(section));
}

function filesIn(root: string, name: RegExp): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes("node_modules"));
}

/** The relative links of a document, outside code. */
function linksOf(document: string) {
  const text = withoutCode(document).replaceAll(/`[^`\n]*`/g, "");
  return [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].map(([, link]) => {
    const [target, heading] = link!.split("#");
    return { link, heading, file: target ? path.join(path.dirname(document), target) : document };
  });
}

function hasHeading(file: string, heading: string | undefined): boolean {
  return heading === undefined || headingsOf(file).map(anchorOf).includes(heading);
}

function headingsOf(document: string): string[] {
  if (!existsSync(document)) return [];
  return [...withoutCode(document).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
}

function withoutCode(document: string): string {
  return readFileSync(document, "utf8").replaceAll(/^```[^]*?^```/gm, "");
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}
