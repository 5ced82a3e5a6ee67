import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const rows = readFileSync("docs/security.md", "utf8")
  .split("\n")
  .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** The number of requirements of levels 1 and 2 in each section of OWASP ASVS 5.0.0. */
const sections = {
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
};

test("the security page lists every requirement of levels 1 and 2 in its chapters", () => {
  const required = Object.entries(sections).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  const answered = rows.filter((row) => row[2] !== "3").map((row) => row[1]);
  expect(answered.toSorted()).toEqual(required.toSorted());
  for (const row of rows) expect(["met", "partly", "not met", "not applicable"]).toContain(row[4]);
});

test("every test file on the security page has a test for its requirement, and no other file has one", () => {
  const cited = rows.flatMap(([, requirement, , , , , tests]) => {
    const files = [...tests!.matchAll(/`([^`]+)`(?:; |$)/g)].map(([, file]) => file!);
    expect(tests, requirement).toBe(files.map((file) => `\`${file}\``).join("; ") || "–");
    return files.map((file) => `${requirement} ${file}`);
  });
  expect(cited.toSorted()).toEqual(marked().toSorted());
});

/** Tests of a requirement have its number in a comment above them: `// ASVS 2.1.1, 2.1.2`. */
function marked(): string[] {
  const tests = ["server", "shared", "simulators", "web", "testing", "e2e"].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
      .map((file) => path.join(root, file)),
  );
  return tests.flatMap((file) => {
    const comments = readFileSync(file, "utf8").matchAll(
      /^ *\/\/ ASVS ([\d., ]+)\n *(test|it|describe)\b/gm,
    );
    const requirements = new Set([...comments].flatMap(([, numbers]) => numbers!.split(", ")));
    return [...requirements].map((requirement) => `${requirement} ${file}`);
  });
}
