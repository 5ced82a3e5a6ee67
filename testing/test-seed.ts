import { randomInt } from "node:crypto";

/** The seed of a run's random tests: `TEST_SEED` where it is set, so that a failure can be run again; else a new one. */
export const testSeed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));

/** Says which seed a test runs with, since its failure may not. */
export function printSeed(test: string): void {
  console.log(`${test}: TEST_SEED=${testSeed}`);
}
