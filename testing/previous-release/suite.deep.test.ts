import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { firstNewMigration } from "#server/platform/database/refuse-older-program.ts";

/** The tests of every call on a real database. What is left out is stated in docs/decisions/0070. */
const isSelected = (file: string) => file.endsWith("-routes.test.ts");

const folder = mkdtempSync(path.join(tmpdir(), "marque-previous-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const git = (...args: string[]) =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();

/** The last commit before the first migration of the next release, or why there is none. */
function findPreviousRelease(): { commit: string } | { missing: string } {
  const file = readdirSync("db/migrations").find((name) => name.startsWith(firstNewMigration));
  if (!file)
    return { missing: `no migration ${firstNewMigration} yet: the schema has not changed` };
  try {
    const added = git("log", "-1", "--diff-filter=A", "--format=%H", "--", `db/migrations/${file}`);
    return { commit: git("rev-parse", "--verify", `${added}^`) };
  } catch {
    return {
      missing: `the history has no commit before db/migrations/${file} (a shallow clone? \`git fetch --unshallow\`)`,
    };
  }
}

const release = findPreviousRelease();
const what = "missing" in release ? `skipped: ${release.missing}` : release.commit.slice(0, 12);

test.skipIf("missing" in release)(
  `the previous release passes its tests of all calls on today's schema (${what})`,
  { timeout: 10 * 60_000 },
  async () => {
    const { commit } = release as { commit: string };
    const archive = path.join(folder, "release.tar");
    git("archive", "--output", archive, commit);
    execFileSync("tar", ["-xf", archive, "-C", folder]);
    symlinkSync(path.resolve("node_modules"), path.join(folder, "node_modules"));
    // Without its global setup, which would start a server with the schema of its own time.
    writeFileSync(
      path.join(folder, "today.config.ts"),
      `import own from "./vitest.config.ts";\nexport default { ...own, test: { ...own.test, globalSetup: [] } };\n`,
    );
    const files = readdirSync(path.join(folder, "server"), { recursive: true, encoding: "utf8" })
      .filter(isSelected)
      .map((file) => path.join("server", file));
    expect(files.length).toBeGreaterThan(10);

    const report = path.join(folder, "report.json");
    const program = path.resolve("node_modules/vitest/vitest.mjs");
    const options = ["--config", "today.config.ts", "--reporter=json", `--outputFile=${report}`];
    // It finds the test server, and the database with today's schema to copy, in the variables of this run.
    const child = spawn(process.execPath, [program, "run", ...options, ...files], {
      cwd: folder,
      env: { ...process.env, TEST_DEPTH: "normal" },
      stdio: "ignore",
    });
    await once(child, "exit");

    const { testResults, numPassedTests } = JSON.parse(readFileSync(report, "utf8")) as Report;
    const failed = testResults.flatMap(({ name, status, message, assertionResults }) => [
      ...(status === "failed" && message ? [`${path.relative(folder, name)}: ${message}`] : []),
      ...assertionResults
        .filter((one) => one.status === "failed")
        .map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages[0]}`),
    ]);
    expect(failed.join("\n\n")).toBe("");
    expect(numPassedTests).toBeGreaterThan(150);
    console.log(`the previous release (${what}): ${numPassedTests} tests in ${files.length} files`);
  },
);

type Report = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};
