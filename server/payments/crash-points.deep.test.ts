import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectDatabase } from "#server/platform/database/database.ts";
import { bundleProgram } from "#testing/bundle-program.ts";
import { startCrashingServer, type CrashingServer } from "#testing/bookings/crashing-server.ts";
import { violations, readRecords } from "#testing/payments/payment-records.ts";
import { retireScenarios, unsettled } from "#testing/payments/payment-settlement.ts";
import { startSimulatedProvider } from "#testing/payments/simulated-provider.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { printSeed, testSeed, sizeOf } from "#testing/test-depth.ts";

const everyNth = sizeOf("crashPointStep");
// The random seed selects them, so repeated runs cover every point.
const firstPoint = testSeed % everyNth;
// A lane is a shop with its own database, card provider and process.
const lanes = 3;

// Steps before the server may crash, steps during which it may crash, and allowed final states of the booking. Steps in
// brackets happen outside the server.
const flows: { name: string; before: string; armed: string; ends: string[] }[] = [
  { name: "checkout", before: "", armed: "book begin (pay) webhooks settle", ends: ["paid"] },
  { name: "check instead of webhook", before: "book begin (pay)", armed: "check", ends: ["paid"] },
  { name: "cancel, payment begun", before: "book begin", armed: "cancel", ends: ["cancelled"] },
  { name: "cancel, already paid", before: "book begin (pay)", armed: "cancel", ends: ["paid"] },
  { name: "expiry", before: "book begin (lapse)", armed: "expire settle", ends: ["expired"] },
  { name: "expiry, paid", before: "book begin (pay) (lapse)", armed: "expire", ends: ["paid"] },
  { name: "removal", before: "book begin", armed: "remove", ends: ["cancelled"] },
  {
    name: "late payment, car taken",
    before: "book begin (slip) (other) (pay)",
    armed: "webhooks settle",
    ends: ["refunded"],
  },
  {
    name: "refund in full",
    before: "book begin (pay) check",
    armed: "refundAll webhooks",
    ends: ["refunded"],
  },
  {
    name: "refund in part",
    before: "book begin (pay) check",
    armed: "refundPart webhooks",
    ends: ["partly_refunded"],
  },
  { name: "reconcile", before: "book begin (pay)", armed: "reconcile", ends: ["paid"] },
];

type Simulated = Awaited<ReturnType<typeof startSimulatedProvider>>;
type Lane = {
  database: TestDatabase;
  open: ReturnType<typeof connectDatabase>;
  simulated: Simulated;
  server: CrashingServer;
};
let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let opened: Lane[] = [];
const admin = randomUUID();

beforeAll(async () => {
  bundle = await bundleProgram("bookings/serve-crashing-server");
  opened = await Promise.all(Array.from({ length: lanes }, openLane));
});

afterAll(async () => {
  for (const { database, open, simulated, server } of opened) {
    server.stop();
    await simulated.stop();
    await open.pool.end();
    await database.drop();
  }
  bundle.remove();
});

async function openLane(): Promise<Lane> {
  const database = await createTestDatabase();
  const open = connectDatabase(database.url, 5);
  await open.pool.query(
    `insert into account (id, name, email, role) values ($1, '', 'admin@crash.example', 'admin')`,
    [admin],
  );
  const simulated = await startSimulatedProvider(open.pool, database.url);
  return { database, open, simulated, server: await start(database, simulated) };
}

const start = ({ url }: TestDatabase, { address }: Simulated) =>
  startCrashingServer(bundle.program, { databaseUrl: url, providerUrl: address });

/** Runs a flow with new accounts and a new car on a server that crashes at point `at`. Returns the points passed. */
async function play(lane: Lane, flow: (typeof flows)[number], at: number): Promise<number> {
  const { pool } = lane.open;
  const providerFixture = await lane.simulated.createFixture();
  const ids = { buyer: randomUUID(), car: randomUUID(), refund: randomUUID(), admin };
  const seller = randomUUID();
  const other = randomUUID();
  await pool.query(
    `with people as (insert into account (id, name, email, role)
       select id, '', id || '@crash.example', case when id = $1 then 'Seller' else 'Buyer' end from unnest($2::uuid[]) as id returning id)
     insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
     select $3, id, '', 'BMW', 1, 10000 from people where id = $1`,
    [seller, [seller, ids.buyer, other], ids.car],
  );
  const taken = new Set<string>();
  const bookingOf = async (buyer: string) =>
    (await pool.query<{ id: string }>(`select id from booking where buyer_id = $1`, [buyer]))
      .rows[0]?.id;

  /** False if the server crashed during the step. */
  async function step(name: string): Promise<boolean> {
    const booking = await bookingOf(ids.buyer);
    switch (name) {
      case "(pay)": {
        const { rows } = await pool.query<{ id: string }>(
          `select intent_id as id from payment where booking_id = $1 and intent_id is not null`,
          [booking],
        );
        if (rows[0]) await providerFixture.pay(`${rows[0].id}_secret_`, "good");
        return true;
      }
      case "(lapse)":
        await pool.query(`update booking set expires_at = now() where id = $1`, [booking]);
        return true;
      case "(slip)":
        await pool.query(
          `with ended as (update booking set state = 'expired' where id = $1 returning id)
           insert into booking_event (booking_id, from_state, to_state, why) select id, 'held', 'expired', '' from ended`,
          [booking],
        );
        return true;
      case "(other)":
        return (await lane.server.call("book", { ...ids, buyer: other })) !== null;
      case "webhooks":
        for (const message of await providerFixture.messages()) {
          if (taken.has(message.id)) continue;
          if ((await lane.server.deliver(message)) === null) return false;
          taken.add(message.id);
        }
        return true;
      default:
        return (await lane.server.call(name, { ...ids, booking })) !== null;
    }
  }
  async function all(steps: string): Promise<boolean> {
    for (const name of steps.split(" ").filter(Boolean)) if (!(await step(name))) return false;
    return true;
  }

  expect(await all(flow.before)).toBe(true);
  await lane.server.call("arm", { at });
  const isThrough = await all(flow.armed);
  const points = isThrough ? Number((await lane.server.call("passed", {}))!.answer) : at;
  if (!isThrough) {
    expect(await lane.server.ended()).toBe("SIGKILL");
    lane.server = await start(lane.database, lane.simulated);
    // A client without an answer repeats its call, and the provider sends undelivered events again.
    expect(await all(flow.armed)).toBe(true);
  }
  await lane.server.call("arm", { at: 0 });
  expect(await all("webhooks settle reconcile webhooks reconcile")).toBe(true);

  const providerState = await providerFixture.providerState();
  const records = await readRecords(
    pool,
    [ids.car],
    providerState.intents.map((one) => one.id),
  );
  const own = await bookingOf(ids.buyer);
  const where = `${flow.name}, point ${at}`;
  const slipped = new Set<string>();
  expect(
    [...violations(records, providerState), ...unsettled(records, providerState, slipped)],
    where,
  ).toEqual([]);
  expect(flow.ends, where).toContain(records.bookings.find((one) => one.id === own)?.state);
  // Charged at most once, and fully refunded if another buyer got the car.
  const charged = providerState.intents.filter((one) => one.status === "succeeded");
  const isPaying = /paid|refunded/.test(flow.ends[0]!);
  expect(charged.length, where).toBe(isPaying ? 1 : 0);
  await retireScenarios(pool);
  return points;
}

test(
  "stays consistent after kill -9 at any step of checkout and a restart",
  { timeout: 1_800_000 },
  async () => {
    printSeed("crash points");
    const work = flows.map((flow) => ({ flow, points: 0 }));
    for (const one of work) one.points = await play(opened[0]!, one.flow, 0);
    const crashes = work
      .flatMap(({ flow, points }) =>
        Array.from({ length: points }, (_, place) => ({ flow, at: place + 1 })),
      )
      .filter((_, place) => place % everyNth === firstPoint);
    const left = crashes.slice();
    async function run(lane: Lane) {
      for (let next = left.shift(); next; next = left.shift())
        // If the flow did not reach the point, there was no crash.
        expect(await play(lane, next.flow, next.at)).toBe(next.at);
    }
    await Promise.all(opened.map(run));
    console.log(
      `${crashes.length} crashes: ${work.map(({ flow, points }) => `${flow.name} ${points}`).join(", ")}`,
    );
  },
);
