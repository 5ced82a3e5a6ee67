import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bookingRefusals } from "#shared/bookings/booking.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { deleteAccount } from "#server/account-deletion/delete-account.ts";
import { findUnfitEvent } from "#server/car-history/history-trace-store.ts";
import { deleteListing } from "#server/listing-management/delete-listing.ts";
import { liftSuspension } from "#server/moderation/lift-suspension.ts";
import { suspendSeller } from "#server/moderation/suspend-seller.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import {
  explain,
  seen,
  type Step,
  type StepAnswer,
  type ModelState,
} from "#testing/bookings/booking-model.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { printSeed, testSeed, sizeOf } from "#testing/test-depth.ts";
import { unannouncedHolds } from "#testing/bookings/unannounced-holds.ts";
import { cancelBooking } from "./cancel-booking.ts";
import { expireDueHolds } from "./expire-due-holds.ts";
import { requestBooking } from "./request-booking.ts";

// Lanes run in parallel, and each runs its scenarios one at a time. A round of a scenario is one interleaving.
const lanes = 4;
const fewestRounds = 2;
const interleavings = sizeOf("bookingInterleavings");
const scenariosPerLane = Math.ceil(interleavings / lanes / fewestRounds);

let database: TestDatabase;
let open: ReturnType<typeof connectDatabase>;
let deps: Parameters<typeof requestBooking>[0] & Parameters<typeof deleteAccount>[0];
const adminId = randomUUID();

beforeAll(async () => {
  database = await createTestDatabase();
  const url = new URL(database.url);
  // The test is about ordering, not durability.
  url.searchParams.set("options", "-c synchronous_commit=off");
  open = connectDatabase(url.toString(), 20);
  const catalogue = { refresh: () => Promise.resolve() };
  const images = { removeUnfinished: () => Promise.resolve() };
  deps = {
    db: open.db,
    config: loadConfig({}),
    catalogue,
    images,
    erasePayer: () => Promise.resolve(),
  } as unknown as typeof deps;
  await open.pool.query(
    `insert into account (id, name, email, role) values ($1, 'Admin', 'admin@model.example', 'admin')`,
    [adminId],
  );
});

afterAll(async () => {
  await open.pool.end();
  await database.drop();
});

type Ids = { seller: string; cars: string[]; buyers: string[] };
const viewer = (accountId: string, role: Viewer["role"]) =>
  ({ accountId, role, name: "", email: "" }) as Viewer;

/** Inserts a scenario's own rows into the database and gives its holds their ids. */
async function build(state: ModelState): Promise<Ids> {
  const ids: Ids = {
    seller: randomUUID(),
    cars: state.cars.map(() => randomUUID()),
    buyers: state.buyers.map(() => randomUUID()),
  };
  const elsewhere = state.buyers.flatMap((buyer, place) =>
    Array.from({ length: buyer.elsewhere }, () => ({
      car: randomUUID(),
      buyer: ids.buyers[place],
    })),
  );
  const holds = state.cars.flatMap((car, place) =>
    car.hold ? [{ ...car.hold, car: ids.cars[place], buyer: ids.buyers[car.hold.buyer] }] : [],
  );
  const cars = [
    ...state.cars.map((car, place) => ({
      id: ids.cars[place],
      price: car.price,
      withdrawn: !car.forSale,
      seller: ids.seller,
    })),
    ...elsewhere.map((hold) => ({ id: hold.car, price: 100, withdrawn: false, seller: adminId })),
  ];
  const bookings = [
    ...holds,
    ...elsewhere.map((hold) => ({ ...hold, id: randomUUID(), lapsed: false })),
  ];
  await open.db.transaction(async (tx) => {
    await tx.execute(sql`
      insert into account (id, name, email, role) select id, '', id || '@model.example', role
      from json_to_recordset(${JSON.stringify([{ id: ids.seller, role: "Seller" }, ...ids.buyers.map((id) => ({ id, role: "Buyer" }))])}::json) as account(id uuid, role text)`);
    await tx.execute(sql`
      insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
      select id, seller, '', 'BMW', 1, price
      from json_to_recordset(${JSON.stringify(cars)}::json) as car(id uuid, seller uuid, price bigint)`);
    // As in the shop, cars are listed before they are withdrawn, so their history has both.
    await tx.execute(sql`
      update listing set withdrawn_at = now() from json_to_recordset(${JSON.stringify(cars)}::json)
        as car(id uuid, withdrawn boolean) where listing.id = car.id and withdrawn`);
    await tx.execute(sql`
      insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency, name, email, expires_at)
      select id, car, buyer, 'held', '', '', 100, 100, 'USD', '', '', now() + case when lapsed then interval '-1 minute' else interval '1 day' end
      from json_to_recordset(${JSON.stringify(bookings)}::json) as hold(id uuid, car uuid, buyer uuid, lapsed boolean)`);
  });
  return ids;
}

async function runStep(ids: Ids, step: Step): Promise<StepAnswer> {
  const answer = await perform(ids, step).catch((error: unknown) => {
    if (error instanceof AppError) return error.code;
    throw error;
  });
  return typeof answer === "string" ? { outcome: answer } : answer;
}

async function perform(ids: Ids, step: Step): Promise<StepAnswer | string> {
  switch (step.do) {
    case "book": {
      const body = {
        productId: ids.cars[step.car],
        item: "x",
        price: step.price / 100,
        phone: "",
        location: "",
        image: "",
      };
      const answer = await requestBooking(
        deps,
        viewer(ids.buyers[step.buyer]!, "Buyer"),
        body,
        "127.0.0.1",
      );
      if (answer.acknowledged) return { outcome: "booked", bookingId: answer.insertedId };
      return Object.entries(bookingRefusals).find(([, message]) => message === answer.message)![0];
    }
    case "cancel":
      return counted(
        await cancelBooking(
          deps,
          viewer(ids.buyers[step.buyer]!, "Buyer"),
          step.bookingId ?? randomUUID(),
        ),
      );
    case "lapse":
      await open.pool.query(
        `update booking set expires_at = now() - interval '1 minute' where listing_id = $1 and state = 'held'`,
        [ids.cars[step.car]],
      );
      return "done";
    case "expire":
      await expireDueHolds(deps);
      return "done";
    case "reprice":
      await open.pool.query(`update listing set resale_price_minor = $2 where id = $1`, [
        ids.cars[step.car],
        step.price,
      ]);
      return "done";
    case "withdraw":
      return counted(await deleteListing(deps, viewer(ids.seller, "Seller"), ids.cars[step.car]!));
    case "remove":
      return counted(await deleteListing(deps, viewer(adminId, "admin"), ids.cars[step.car]!));
    case "deleteBuyer":
      return counted(await deleteAccount(deps, adminId, "Buyer", ids.buyers[step.buyer]!));
    case "deleteSeller":
      return counted(await deleteAccount(deps, adminId, "Seller", ids.seller));
    case "suspend":
      return modified(await suspendSeller(deps, viewer(adminId, "admin"), ids.seller, "Why"));
    case "lift":
      return modified(await liftSuspension(deps, viewer(adminId, "admin"), ids.seller));
  }
}

const counted = ({ deletedCount }: { deletedCount: number }) =>
  deletedCount === 1 ? "done" : "refused";

const modified = ({ modifiedCount }: { modifiedCount: number }) =>
  modifiedCount === 1 ? "done" : "refused";

/** Reads the same view from the database with independent SQL, and checks that no car has two live bookings. */
async function look(ids: Ids): Promise<ReturnType<typeof seen>> {
  const { rows: cars } = await open.pool.query(
    `select withdrawn_at is null and removed_at is null as "forSale", resale_price_minor::int as price,
       (select coalesce(json_agg(json_build_object('id', id, 'buyer', buyer_id, 'runs', state <> 'held' or expires_at > now())), '[]')
        from booking where listing_id = listing.id and state in ('held', 'releasing', 'paid', 'partly_refunded')) as live
     from listing where id = any($1) order by array_position($1, id)`,
    [ids.cars],
  );
  const { rows: buyers } = await open.pool.query<{ deleted: boolean }>(
    `select deleted_at is not null as deleted from account where id = any($1) order by array_position($1, id)`,
    [ids.buyers],
  );
  const {
    rows: [seller],
  } = await open.pool.query<{ suspended: boolean }>(
    `select suspended_at is not null as suspended from account where id = $1`,
    [ids.seller],
  );
  for (const car of cars)
    expect(car.live.length, "live bookings of one car").toBeLessThanOrEqual(1);
  return {
    cars: cars.map(({ forSale, price, live: [hold] }) => ({
      forSale,
      price,
      holder: hold?.runs ? ids.buyers.indexOf(hold.buyer) : null,
      bookingId: hold?.runs ? hold.id : null,
    })),
    deleted: buyers.map((buyer) => buyer.deleted),
    suspended: seller!.suspended,
  };
}

const car = fc.integer({ min: 0, max: 1 });
const buyer = fc.integer({ min: 0, max: 2 });
const price = fc.constantFrom(100, 100, 100, 200);
const initialState: fc.Arbitrary<ModelState> = fc.record({
  cars: fc.array(
    fc.record({
      forSale: fc.constantFrom(true, true, true, false),
      price: fc.constant(100),
      hold: fc.option(
        fc.record({
          id: fc.noShrink(fc.constant(null).map(() => randomUUID())),
          buyer,
          lapsed: fc.boolean(),
        }),
      ),
    }),
    { minLength: 2, maxLength: 2 },
  ),
  buyers: fc
    .tuple(fc.constant(0), fc.constant(0), fc.constantFrom(0, 3, 4))
    .map((counts) => counts.map((elsewhere) => ({ deleted: false, elsewhere }))),
  sellerDeleted: fc.constant(false),
  sellerSuspended: fc.constant(false),
});
const booking = fc.record({ do: fc.constant("book" as const), car, buyer, price });
const anyStep = fc.oneof(
  { weight: 6, arbitrary: booking },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("cancel" as const),
      car,
      buyer,
      bookingId: fc.constant(null),
    }),
  },
  { weight: 2, arbitrary: fc.constant({ do: "expire" as const }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom("lapse" as const, "withdraw" as const, "remove" as const),
      car,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("reprice" as const), car, price }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("deleteBuyer" as const), buyer }) },
  { weight: 1, arbitrary: fc.constant({ do: "deleteSeller" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "suspend" as const }) },
  { weight: 1, arbitrary: fc.constant({ do: "lift" as const }) },
);
const rounds = fc.array(fc.array(anyStep, { minLength: 2, maxLength: 5 }), {
  minLength: fewestRounds,
  maxLength: 3,
});

/** Points a buyer's cancellation at the listing's current booking, which is usually their own. */
function aimed(step: Step, now: ModelState): Step {
  if (step.do !== "cancel") return step;
  const hold = now.cars[step.car]!.hold;
  return hold ? { ...step, bookingId: hold.id, buyer: hold.buyer } : step;
}

test(
  `${interleavings} interleavings on real connections each match some serial order of their steps`,
  { timeout: 600_000 },
  async () => {
    printSeed("booking model");
    let ran = 0;
    const property = fc.asyncProperty(initialState, rounds, async (start, schedule) => {
      let model = structuredClone(start);
      const ids = await build(model);
      for (const round of schedule) {
        const steps = round.map((step) => aimed(step, model));
        const answers = await Promise.all(steps.map((step) => runStep(ids, step)));
        const after = await look(ids);
        const explained = explain(model, steps, answers, after);
        if (!explained)
          throw new Error(
            `No order explains it.\nbefore ${JSON.stringify(seen(model))}\nsteps ${JSON.stringify(steps)}\nanswers ${JSON.stringify(answers)}\nafter ${JSON.stringify(after)}`,
          );
        model = explained;
        ran += 1;
      }
    });
    await Promise.all(
      Array.from({ length: lanes }, (_, lane) =>
        fc.assert(property, {
          seed: testSeed + lane,
          numRuns: scenariosPerLane,
          endOnFailure: true,
        }),
      ),
    );
    expect(ran).toBeGreaterThanOrEqual(interleavings);
    expect(await unannouncedHolds(open.pool)).toEqual([]);
    // No payments start here, so no booking is `releasing`. The payment model covers that.
    const releasing = "select from booking_event where to_state = 'releasing'";
    expect((await open.pool.query(releasing)).rowCount).toBe(0);
    // Every booking agrees with the history of its car, in whatever order they came.
    expect(await findUnfitEvent(open.db)).toBeNull();
  },
);
