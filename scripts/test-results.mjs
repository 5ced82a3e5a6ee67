// Adds up the results of the test commands (test.mjs), from the reports of Vitest and Playwright.

/**
 * @param {{ isCI: boolean }} options in CI everything that the tests need is installed, so that a skipped test is a fault
 */
export function createResults({ isCI }) {
  const total = { passed: 0, failed: 0, skipped: 0 };
  // Listed again at the end, so they are found without scrolling.
  const failures = [];
  // Tests that passed only when repeated, which is allowed in CI and said.
  const flaky = [];
  // Tests that do not run here: without root, a package, the whole history.
  const skips = [];
  // A part can fail without a failing test: a failing check, or no browser.
  let isBroken = false;
  let mustRun = false;

  function add(ok, { passed = 0, failed = 0, skipped = 0 }) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    // A run that stops early or runs no tests has not passed.
    if (!ok || passed === 0) isBroken = true;
    if (isCI && skipped > 0) mustRun = true;
  }

  return {
    /** A part failed without a failing test. */
    fail(what) {
      isBroken = true;
      if (what) failures.push(what);
    },
    /** A part that cannot run here. */
    skip(count, what) {
      total.skipped += count;
      skips.push(what);
    },
    add,
    /** @param {(file: string) => string} nameOf names a test's file */
    addVitest(ok, report, nameOf) {
      const counts = { passed: 0, failed: 0, skipped: 0 };
      for (const file of report?.testResults ?? []) {
        // What runs before the tests failed, so they were not skipped by choice.
        const isHalted =
          file.status === "failed" && !file.assertionResults.some((one) => one.status === "failed");
        for (const { status, fullName, failureMessages = [] } of file.assertionResults) {
          const test = `${nameOf(file.name)}: ${fullName}`;
          const end = endOf(status, isHalted);
          counts[end] += 1;
          if (end === "failed" && !isHalted) failures.push(withMessage(test, failureMessages[0]));
          else if (end === "skipped") skips.push(test);
          else if (end === "passed" && failureMessages.length > 0)
            flaky.push(withMessage(test, failureMessages[0]));
        }
        if (isHalted) failures.push(`${nameOf(file.name)}: ${firstFailure(file)}`);
        if (file.status === "passed" && file.failedBefore)
          flaky.push(`${nameOf(file.name)}: ${file.failedBefore}`);
      }
      add(ok, counts);
    },
    addPlaywright(ok, report) {
      const { stats = {}, suites = [] } = report ?? {};
      const { expected = 0, unexpected = 0, flaky: repeated = 0, skipped = 0 } = stats;
      add(ok, { passed: expected + repeated, failed: unexpected, skipped });
      failures.push(...browserTests(suites, "unexpected"));
      flaky.push(...browserTests(suites, "flaky"));
      skips.push(...browserTests(suites, "skipped"));
    },
    /** What to print at the end. The last line is read by CI. */
    lines(times) {
      const { passed, failed, skipped } = total;
      return [
        ...flaky.map((test) => `flaky: ${test}`),
        ...skips.map((test) => `skipped: ${test}`),
        ...(mustRun ? ["In CI, no test may be skipped."] : []),
        ...failures.map((test) => `failed: ${test}`),
        `\ntimes: ${times.join(", ")}`,
        `tests: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
      ];
    },
    exitCode: () => (isBroken || mustRun || total.failed > 0 ? 1 : 0),
  };
}

/** How many files may fail and still be run again: more are not a coincidence. */
const maxRepeated = 3;

/**
 * The files of a report of Vitest that get a second attempt. Tests of one file often build on one another, so that
 * repeating only the one that failed cannot pass.
 * @returns {string[]}
 */
export function filesToRepeat(report) {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === "failed");
  return failed.length <= maxRepeated ? failed.map(({ name }) => name) : [];
}

/** The report of a run with the files of its second attempt in place of those of the first, which say what failed then. */
export function joinAttempts(first, second) {
  const repeated = new Map((second?.testResults ?? []).map((file) => [file.name, file]));
  const testResults = first.testResults.map((file) => {
    const again = repeated.get(file.name);
    return again ? { ...again, failedBefore: firstFailure(file) } : file;
  });
  return { ...first, testResults };
}

/** The first test of a file that failed and its message, or what failed before the tests. */
function firstFailure({ assertionResults, message }) {
  const test = assertionResults.find(({ status }) => status === "failed");
  return test
    ? withMessage(test.fullName, test.failureMessages?.[0])
    : withMessage("its set-up", message);
}

function withMessage(what, message) {
  const [line] = (message ?? "").trim().split("\n");
  return line === "" ? what : `${what}\n  ${line}`;
}

/** Vitest's other states are of tests that did not end. */
function endOf(status, isHalted) {
  if (status === "passed") return "passed";
  return !isHalted && (status === "skipped" || status === "todo") ? "skipped" : "failed";
}

/** The tests of Playwright's report that ended so: `unexpected` failed also when repeated, `flaky` passed then. */
function browserTests(suites, end) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status }) => status === end))
      .map(({ file, line, title }) => `browser: ${file}:${line} › ${title}`),
    ...browserTests(inner, end),
  ]);
}
