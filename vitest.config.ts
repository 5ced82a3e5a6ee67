import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Starts the files that have a deep size first, so that none of these long files runs alone at the end. */
class LongFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      readFileSync(moduleId, "utf8").includes("/test-depth.ts");
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    environment: "node",
    // Files named so take minutes and run only in `npm run test:deep`.
    exclude:
      process.env.TEST_DEPTH === "deep"
        ? configDefaults.exclude
        : [...configDefaults.exclude, "**/*.deep.test.ts"],
    include: ["{shared,server,simulators,web,testing,scripts,bench}/**/*.test.{ts,tsx}"],
    // Tests mostly wait for the database. The default would leave one of two cores idle. The long tests also wait for
    // processes, schedules and drains.
    maxWorkers: Math.max(2, availableParallelism()) + (process.env.TEST_DEPTH === "deep" ? 1 : 0),
    // Loading the server takes longer than the tests of many files. Each file has its own server and database.
    isolate: false,
    sequence: { sequencer: LongFilesFirst },
    globalSetup: ["testing/global-setup.ts"],
    setupFiles: ["testing/each-file-setup.ts"],
    // Some tests start servers or race hundreds of requests, and the machine may be small.
    // In CI a second try separates a fault from a busy machine. `npm test` names the tests that needed it.
    retry: process.env.CI && process.env.CI !== "false" ? 1 : 0,
    // Each file of a feed that is read starts a process.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    env: { NODE_ENV: "test", LOG_LEVEL: "silent" },
  },
});
