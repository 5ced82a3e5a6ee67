import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "#server/platform/config/config.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { createLogger } from "#server/platform/logger.ts";
import { createFakeProvider } from "#testing/payments/fake-payment-provider.ts";
import type { ProviderFixture, ProviderFault } from "#testing/payments/provider-fixture.ts";
import { scenarios, type Scenario } from "#testing/payments/payment-model.ts";
import {
  violations,
  amountOwed,
  readRecords,
  statusByRecords,
  type Records,
} from "#testing/payments/payment-records.ts";
import { retireScenarios, unsettled } from "#testing/payments/payment-settlement.ts";
import { unannouncedHolds } from "#testing/bookings/unannounced-holds.ts";
import {
  depsWith,
  createPaymentFixture,
  type PaymentFixture,
} from "#testing/payments/payment-fixture.ts";
import { startSimulatedProvider } from "#testing/payments/simulated-provider.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { printSeed, testSeed, sizeOf } from "#testing/test-depth.ts";
import { readListingRows } from "#server/catalogue/listing-row-store.ts";
import { statusOf } from "#server/catalogue/listing-presenter.ts";

const interleavings = sizeOf("paymentInterleavings");
const overHttp = sizeOf("paymentInterleavingsOverHttp");
const lanes = 4;
const rounds = { fewestRounds: 8, mostRounds: 8 };
const scenariosPerLane = Math.ceil(interleavings / lanes / rounds.fewestRounds);

// Each lane has its own shop, because a job such as the expiry of holds affects every scenario in its database.
type Lane = { database: TestDatabase; open: ReturnType<typeof connectDatabase>; adminId: string };
let opened: Lane[] = [];

beforeAll(async () => {
  opened = await Promise.all(Array.from({ length: lanes }, openLane));
});

afterAll(async () => {
  await Promise.all(
    opened.map(async ({ database, open }) => {
      await open.pool.end();
      await database.drop();
    }),
  );
});

async function openLane(): Promise<Lane> {
  const database = await createTestDatabase();
  const url = new URL(database.url);
  // This tests the order of events, not durability.
  url.searchParams.set("options", "-c synchronous_commit=off");
  const open = connectDatabase(url.toString(), 10);
  const adminId = randomUUID();
  await open.pool.query(
    `insert into account (id, name, email, role) values ($1, 'Admin', 'admin@model.example', 'admin')`,
    [adminId],
  );
  return { database, open, adminId };
}

const config = loadConfig({
  DATABASE_URL: "postgres://unused",
  AUTH_SECRET: "a secret of the tests, long enough for them",
  PUBLIC_URL: "http://localhost:3000",
  LOG_LEVEL: "silent",
  RATE_LIMITS: "off",
  BOOKING_NEEDS_CONFIRMED_EMAIL: "0",
});
const base = {
  config,
  log: createLogger(config),
  catalogue: { refresh: () => Promise.resolve() },
} as unknown as Omit<Parameters<typeof depsWith>[0], "db" | "pool">;

/** Plays a scenario, and checks the records after each round and at the end. Returns the number of rounds. */
async function play(
  { open, adminId }: Lane,
  providerFixture: ProviderFixture,
  scenario: Scenario,
): Promise<number> {
  const deps = depsWith({ ...base, ...open }, providerFixture);
  const fixture = await createPaymentFixture(deps, providerFixture, adminId, scenario.starts);
  const read = async () => {
    const providerState = await providerFixture.providerState();
    const intents = providerState.intents.map((one) => one.id);
    return { providerState, records: await readRecords(open.pool, fixture.cars, intents) };
  };
  let before = (await read()).records;
  for (const round of scenario.rounds) {
    await Promise.all(round.map((step) => fixture.run(step)));
    const { records, providerState } = await read();
    expect([
      ...violations(records, providerState),
      ...brokenPromises(fixture, before, records),
    ]).toEqual([]);
    before = records;
  }
  await fixture.end(scenario.ending);
  let now = await read();
  for (let isQuiet = false; !isQuiet;) {
    await fixture.end("lost");
    const then = await read();
    isQuiet = JSON.stringify(then.records) === JSON.stringify(now.records);
    now = then;
  }
  const { records, providerState } = now;
  expect([
    ...violations(records, providerState),
    ...unsettled(records, providerState, fixture.slipped),
  ]).toEqual([]);
  for (const row of await readListingRows(open.db, fixture.cars))
    expect(statusOf(row)).toBe(statusByRecords(records, row.id));
  await refundAmountsOwed(fixture, read, records);
  await retireScenarios(open.pool);
  return scenario.rounds.length;
}

/** Statements to users that are wrong, and cars that are on sale again although no admin relisted them. */
function brokenPromises({ promised }: PaymentFixture, before: Records, records: Records): string[] {
  const refunds = records.payments.flatMap((one) => one.refunds);
  const failures = promised.flatMap(({ booking, refund }) => [
    ...(booking && !records.bookings.some((one) => one.id === booking) ? [`no ${booking}`] : []),
    ...(refund && !refunds.some((one) => one.id === refund) ? [`no refund ${refund}`] : []),
  ]);
  for (const booking of records.bookings.filter((one) => one.state === "refunded")) {
    const was = before.bookings.find((one) => one.id === booking.id)?.state;
    const isSaleReversed = was !== "refunded" && booking.log.some(([, to]) => to === "paid");
    const isOff = records.cars.some((one) => one.id === booking.car && one.undone);
    const isRelisted = promised.some(({ relisted }) => relisted === booking.car);
    if (isSaleReversed && !isOff && !isRelisted) failures.push(`${booking.car} is on sale again`);
  }
  for (const car of before.cars.filter((one) => one.undone)) {
    const isBack = records.cars.some((one) => one.id === car.id && !one.undone);
    const isSold = records.bookings.some(
      (one) => one.car === car.id && one.log.some(([from]) => from === "refunded"),
    );
    const isRelisted = promised.some(({ relisted }) => relisted === car.id);
    if (isBack && !isSold && !isRelisted) failures.push(`${car.id} was not relisted by an admin`);
  }
  return failures;
}

/** After a failed refund, an admin can refund again, and then nothing is owed. */
async function refundAmountsOwed(
  fixture: PaymentFixture,
  read: () => Promise<{ records: Records }>,
  records: Records,
): Promise<void> {
  const isOwed = (one: Records["payments"][number]) =>
    amountOwed(records, one) > 0 &&
    one.quarantine === null &&
    !one.disputes.some((dispute) => dispute.isOpen);
  for (const payment of records.payments.filter(isOwed)) {
    expect(await fixture.refund(payment.bookingId!, 0)).toMatchObject({ acknowledged: true });
    const after = (await read()).records;
    const then = after.payments.find((one) => one.id === payment.id)!;
    expect(amountOwed(after, then)).toBe(0);
  }
}

/** Waits for all lanes, so that a failure does not leave others running during the next test. */
async function inEveryLane(run: (lane: Lane, seed: number) => Promise<unknown>): Promise<void> {
  printSeed("payment model");
  const ends = await Promise.allSettled(opened.map((lane, at) => run(lane, testSeed + at)));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  for (const { open } of opened) expect(await unannouncedHolds(open.pool)).toEqual([]);
}

const everyFault: ProviderFault["kind"][] = ["before", "after", "stored", "lost", "hang"];

test(`${overHttp} more, with the simulator over HTTP`, { timeout: 600_000 }, async () => {
  let ran = 0;
  const runLane = async (lane: Lane, seed: number) => {
    const simulated = await startSimulatedProvider(lane.open.pool, lane.database.url);
    try {
      await fc.assert(
        fc.asyncProperty(scenarios(["before", "after", "stored"], rounds), async (scenario) => {
          const rounds = await play(lane, await simulated.createFixture(), scenario);
          ran += rounds;
        }),
        {
          seed,
          numRuns: Math.ceil(overHttp / lanes / rounds.fewestRounds),
          endOnFailure: true,
        },
      );
    } finally {
      await simulated.stop();
    }
  };
  await inEveryLane(runLane);
  expect(ran).toBeGreaterThanOrEqual(overHttp);
});

test(
  `${interleavings} interleavings of booking and paying keep the rules`,
  { timeout: 1_800_000 },
  async () => {
    let ran = 0;
    const runLane = (lane: Lane, seed: number) =>
      fc.assert(
        fc.asyncProperty(scenarios(everyFault, rounds), async (scenario) => {
          const rounds = await play(lane, createFakeProvider(), scenario);
          ran += rounds;
        }),
        { seed, numRuns: scenariosPerLane },
      );
    await inEveryLane(runLane);
    expect(ran).toBeGreaterThanOrEqual(interleavings);
    console.log(`${ran} interleavings`);
  },
);
