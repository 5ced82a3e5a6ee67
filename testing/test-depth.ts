import { randomInt } from "node:crypto";

/** A size that `npm run test:deep -- --NAME N` gives for one run, see scripts/test.mjs. */
const asked = (variable: string, otherwise: number) => Number(process.env[variable] ?? otherwise);

/**
 * The size of each long test: `normal` in `npm test`, `deep` in `npm run test:deep` (TEST_DEPTH=deep).
 * The second database repeats some tests at the normal size, since only the database programs differ. Random tests have
 * another seed in each run, so what a run leaves out is in one of the next.
 * Test files that import this file are the ones that `npm run test:deep` runs again.
 */
const sizes = {
  /** Rounds of kill -9 under load (crash.deep.test.ts). */
  crashRounds: { normal: 2, deep: asked("TEST_ROUNDS", 3) },
  /** Processes that stop under load (stop-on-signal.deep.test.ts). */
  drains: { normal: 1, deep: 1 },
  /** One of this many crash points is played (crash-points.deep.test.ts). */
  crashPointStep: { normal: 5, deep: asked("TEST_STEP", 3) },
  /** Interleavings of the booking model. */
  bookingInterleavings: {
    normal: 300,
    deep: asked("TEST_INTERLEAVINGS", 500),
  },
  /** Interleavings of the payment model with the provider in memory. */
  paymentInterleavings: {
    normal: 500,
    deep: asked("TEST_INTERLEAVINGS", 1_000),
  },
  /** Interleavings of the payment model with the simulator over HTTP. */
  paymentInterleavingsOverHttp: { normal: 32, deep: 128 },
  /** Seconds of load before the disk is lost (drill.deep.test.ts). */
  drillSeconds: { normal: 3, deep: 6 },
  /** Steps of a restore at which it is killed (drill.deep.test.ts). */
  killedRestores: { normal: 1, deep: 1 },
  /** Random requests from the API documentation (random-requests.deep.test.ts). */
  randomRequests: {
    normal: 300,
    deep: asked("TEST_REQUESTS", 3_000),
  },
  /** Listings in a database that is migrated (measure-locks.deep.test.ts). */
  listingsToMigrate: {
    normal: 20_000,
    deep: asked("TEST_LISTINGS", 20_000),
  },
  /** Random feeds that are planned, applied and undone (feeds/sync.test.ts). */
  feedPlans: { normal: 30, deep: 60 },
  /** Formats in which a dealer's week is played (feeds/format-story.test.ts). */
  feedFormats: { normal: 1, deep: 6 },
  /** Nasty files that the feed reader is given, each in two sizes (imports/files/nasty-feeds.deep.test.ts). */
  nastyFeeds: { normal: 5, deep: 20 },
  /** Random searches that are compared with SQL. */
  searches: { normal: 100, deep: asked("TEST_SEARCHES", 400) },
};

const isDeep = process.env.TEST_DEPTH === "deep";
const isSecondDatabase = Boolean(process.env.TEST_DATABASE_URL || process.env.TEST_POSTGRES_BIN);

export function sizeOf(test: keyof typeof sizes): number {
  return isDeep && !isSecondDatabase ? sizes[test].deep : sizes[test].normal;
}

/** The seed of a run's random tests: `TEST_SEED`, to repeat a failed run, or else a new one. */
export const testSeed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));

/** Prints the seed of a test, so that its failure can be repeated. */
export function printSeed(test: string): void {
  console.log(`${test}: TEST_SEED=${testSeed}`);
}
