import { randomInt } from "node:crypto";

/** The seed of a run's random tests: `TEST_SEED`, to repeat a failed run, or else a new one. */
export const testSeed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));

/** Prints the seed of a test, so that its failure can be repeated. */
export function printSeed(test: string): void {
  console.log(`${test}: TEST_SEED=${testSeed}`);
}
