import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BookingState } from "#shared/bookings/booking.ts";
import { carEventKinds, type CarEventKind } from "#shared/car-history/car-event.ts";
import { appendMoves } from "#server/bookings/booking-move-store.ts";
import { bookingTable } from "#server/bookings/booking-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { sealHistory } from "./seal-history.ts";
import { verifyHistory } from "./verify-history.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let sellerId: string;
let buyerId: string;
beforeAll(async () => {
  shop = await createTestApp();
  sellerId = (await anAccount(shop.deps, { role: "Seller" })).id;
  buyerId = (await anAccount(shop.deps)).id;
  // So that advertising is known to be no older than the history.
  const { id } = await aListing(shop.deps, { sellerId });
  await change(id, sql`is_advertised = true, advertised_at = now()`);
});
afterAll(() => shop.close());

const change = (id: string, set: ReturnType<typeof sql>) =>
  shop.deps.db.execute(sql`update listing set ${set} where id = ${id}`);

/** A booking of a car that goes through these states, with its log. */
async function book(listingId: string, ...states: BookingState[]) {
  const { db, catalogue } = shop.deps;
  const cause = { actorId: null, why: "test" };
  const id = await db.transaction(async (tx) => {
    const booking = await aBooking({ db: tx, catalogue }, { listingId, buyerId, state: "held" });
    await appendMoves(tx, [{ id: booking.id, from: null, to: "held" }], cause);
    return booking.id;
  });
  let from: BookingState = "held";
  for (const to of states)
    await db.transaction(async (tx) => {
      await tx
        .update(bookingTable)
        .set({ state: to })
        .where(sql`id = ${id}`);
      await appendMoves(tx, [{ id, from, to }], cause);
      from = to;
    });
}

let serial = 0;
/** What makes an event of each kind the last one of a car. */
const causes: Record<CarEventKind, (id: string) => Promise<unknown>> = {
  listed: () => Promise.resolve(),
  identified: (id) => change(id, sql`vin = ${`WBA8B9G50HNU4${String(++serial).padStart(4, "0")}`}`),
  price: (id) => change(id, sql`resale_price_minor = 1900000`),
  advertised: (id) =>
    change(id, sql`is_advertised = true, advertised_at = now() + interval '2 seconds'`),
  async unadvertised(id) {
    await causes.advertised(id);
    await change(id, sql`is_advertised = false`);
  },
  reserved: (id) => book(id),
  released: (id) => book(id, "cancelled"),
  sold: (id) => book(id, "paid"),
  async sale_reversed(id) {
    await book(id, "paid", "refunded");
    await change(id, sql`sale_reversed_at = now()`);
  },
  withdrawn: (id) => change(id, sql`withdrawn_at = now()`),
  removed: (id) => change(id, sql`removed_at = now()`),
  async relisted(id) {
    await causes.lapsed(id);
    await change(id, sql`lapsed_at = null`);
  },
  lapsed: (id) => change(id, sql`lapsed_at = now()`),
};

type Sealed = { listingId: string; eventId: string; position: number };

/** A car whose last event, of this kind, is the last one of the chain. */
async function lastEvent(kind: CarEventKind): Promise<Sealed> {
  const { id } = await aListing(shop.deps, { sellerId });
  await causes[kind](id);
  await sealHistory(shop.deps);
  expect((await verifyHistory(shop.deps.db, [])).broken).toBeNull();
  const { rows } = await shop.deps.pool.query<{
    id: string;
    kind: string;
    listing_id: string;
    position: string;
  }>(`select id, kind, listing_id, position from car_event
    join car_event_seal on event_id = id order by position desc limit 1`);
  const [row] = rows;
  expect(row).toMatchObject({ kind, listing_id: id });
  return { listingId: id, eventId: row!.id, position: Number(row!.position) };
}

/** Makes the hashes, the positions and the recorded end again, as the owner of the database can. */
async function makeAgain(tx: Executor) {
  await tx.execute(
    sql`update car_event set hash = sha256(convert_to(car_event_text(car_event), 'UTF8'))`,
  );
  await tx.execute(sql`create temporary table remade on commit drop as
    with recursive numbered as (
      select event_id, row_number() over (order by position) as position from car_event_seal
    ), chain as (
      select 0::bigint as position, null::bigint as event_id, decode(repeat('00', 32), 'hex') as hash
      union all
      select numbered.position, numbered.event_id, sha256(chain.hash || car_event.hash)
      from chain join numbered on numbered.position = chain.position + 1
        join car_event on car_event.id = numbered.event_id
    ) select * from chain where position > 0`);
  await tx.execute(sql`delete from car_event_seal`);
  await tx.execute(sql`insert into car_event_seal (position, event_id, hash)
    select position, event_id, hash from remade`);
  await tx.execute(sql`update car_history_head as head set position = remade.position, hash = remade.hash
    from remade where remade.position = (select max(position) from remade)`);
}

class Undone extends Error {}

/** What the verification says after someone who owns the database changed it; then undoes the change. */
async function afterwards(tamper: (tx: Executor) => Promise<unknown>) {
  let verdict: string | null = null;
  const work = shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = 'replica'`);
    await tx.execute(
      sql`alter table car_event_seal drop constraint car_event_seal_event_id_unique`,
    );
    await tamper(tx);
    verdict = (await verifyHistory(tx, [])).broken;
    throw new Undone();
  });
  await expect(work).rejects.toThrow(Undone);
  return verdict as string | null;
}

const deleteWithSeal = async (tx: Executor, { eventId }: Sealed) => {
  await tx.execute(sql`delete from car_event_seal where event_id = ${eventId}`);
  await tx.execute(sql`delete from car_event where id = ${eventId}`);
};

/** What is found by the chain itself, with the row that the message names. */
const inTheChain: [string, (tx: Executor, event: Sealed) => Promise<unknown>, RegExp][] = [
  [
    "altered",
    (tx, { eventId }) =>
      tx.execute(sql`update car_event set at = at - interval '9 days' where id = ${eventId}`),
    /the event was altered/,
  ],
  [
    "altered with its own hash",
    async (tx, { eventId }) => {
      await tx.execute(sql`update car_event set at = at - interval '9 days' where id = ${eventId}`);
      await tx.execute(sql`update car_event
        set hash = sha256(convert_to(car_event_text(car_event), 'UTF8')) where id = ${eventId}`);
    },
    /the seal does not fit/,
  ],
  [
    "deleted",
    (tx, { eventId }) => tx.execute(sql`delete from car_event where id = ${eventId}`),
    /the event is missing/,
  ],
  ["deleted with its seal", deleteWithSeal, /is missing: the chain has had/],
  [
    "moved before the one before it",
    (tx, { position }) =>
      tx.execute(sql`update car_event_seal as seal set event_id = other.event_id
        from car_event_seal as other where seal.position in (${position}, ${position - 1})
          and other.position = ${2 * position - 1} - seal.position`),
    /the seal does not fit/,
  ],
];

/** What leaves a whole chain behind, so that only the listings and their bookings tell. */
const madeAgain: [string, (tx: Executor, event: Sealed) => Promise<unknown>][] = [
  [
    "cut off, with the recorded end set back",
    async (tx, event) => {
      await deleteWithSeal(tx, event);
      await tx.execute(sql`update car_history_head as head
        set position = seal.position, hash = seal.hash
        from car_event_seal as seal where seal.position = ${event.position - 1}`);
    },
  ],
  [
    "deleted from the middle, with the chain made again",
    async (tx, event) => {
      await deleteWithSeal(tx, event);
      await makeAgain(tx);
    },
  ],
  [
    "given to another car, with the chain made again",
    async (tx, { eventId }) => {
      await tx.execute(sql`update car_event set car_key = null, listing_id = gen_random_uuid()
        where id = ${eventId}`);
      await makeAgain(tx);
    },
  ],
  [
    "made one of another kind, with the chain made again",
    async (tx, { eventId }) => {
      await tx.execute(sql`update car_event set kind = 'sale_undone', car_key = null
        where id = ${eventId}`);
      await makeAgain(tx);
    },
  ],
];

describe.each(carEventKinds)("an event of kind %s", (kind) => {
  let event: Sealed;
  beforeAll(async () => {
    event = await lastEvent(kind);
  });
  const shown = () =>
    new RegExp(
      `^Listing ${event.listingId}: its (history lacks|price is not the last one in its history)`,
    );

  test.each(inTheChain)("is found if it was %s", async (_, tamper, message) => {
    const verdict = await afterwards((tx) => tamper(tx, event));
    expect(verdict).toMatch(message);
    expect(verdict).toMatch(/^Position \d+/);
  });

  test.each(madeAgain)("is found if it was %s", async (_, tamper) => {
    expect(await afterwards((tx) => tamper(tx, event))).toMatch(shown());
  });

  // Nothing else has the times of these.
  if (["identified", "unadvertised", "relisted"].includes(kind)) return;
  test("is found if its time was altered, with the chain made again", async () => {
    const verdict = await afterwards(async (tx) => {
      await tx.execute(
        sql`update car_event set at = at - interval '9 days' where id = ${event.eventId}`,
      );
      await makeAgain(tx);
    });
    expect(verdict).toMatch(shown());
  });
});

test.each(["withdrawn", "removed", "lapsed"] as const)(
  "a listing that was %s at a time more than a day from its event does not fit",
  async (kind) => {
    const { listingId } = await lastEvent(kind);
    const moved = (hours: number) =>
      afterwards((tx) =>
        tx.execute(sql`update listing set ${sql.raw(`${kind}_at = ${kind}_at`)} +
          make_interval(hours => ${hours}::int) where id = ${listingId}`),
      );
    expect(await moved(-23)).toBeNull();
    expect(await moved(23)).toBeNull();
    for (const hours of [-25, 25])
      expect(await moved(hours)).toMatch(new RegExp(`Listing ${listingId}: .*history`));
  },
);

describe("an event that was added into the middle of the chain", () => {
  let event: Sealed;
  beforeAll(async () => {
    event = await lastEvent("sold");
  });

  /** Adds an event of the car with its right hash, and a seal before the last one. */
  async function addBefore(tx: Executor, kind: string, listing = sql`listing_id`) {
    const { rows } = await tx.execute<{ id: string }>(sql`
      insert into car_event (listing_id, kind, price_minor, at, hash)
      select ${listing}, ${kind}::text, case ${kind}::text when 'price' then 2500000 end, at - interval '1 hour', ''
      from car_event where id = ${event.eventId} returning id::text`);
    const { id } = rows[0]!;
    await tx.execute(sql`update car_event
      set hash = sha256(convert_to(car_event_text(car_event), 'UTF8')) where id = ${id}`);
    // Far away first, because every position is there once at any moment.
    await tx.execute(
      sql`update car_event_seal set position = position + 1000000 where position = ${event.position}`,
    );
    await tx.execute(sql`insert into car_event_seal (position, event_id, hash)
      values (${event.position}, ${id}, '')`);
    await tx.execute(
      sql`update car_event_seal set position = ${event.position + 1} where position > 1000000`,
    );
  }

  test("is found by its seal", async () => {
    const verdict = await afterwards((tx) => addBefore(tx, "price"));
    expect(verdict).toMatch(new RegExp(`^Position ${event.position} .*the seal does not fit`));
  });

  test.each([
    ["price", "a price"],
    ["reserved", "a reservation"],
    ["released", "the end of a reservation"],
    ["sold", "a sale"],
    ["sale_reversed", "a reversed sale"],
  ])("is found with the chain made again, if it tells of %s", async (kind, words) => {
    const verdict = await afterwards(async (tx) => {
      await addBefore(tx, kind);
      await makeAgain(tx);
    });
    expect(verdict).toContain(
      `Listing ${event.listingId}: its history has ${words} that nothing else tells of.`,
    );
  });

  test("is found with the chain made again, if there never was such a listing", async () => {
    const verdict = await afterwards(async (tx) => {
      await addBefore(tx, "withdrawn", sql`gen_random_uuid()`);
      await makeAgain(tx);
    });
    expect(verdict).toMatch(/its history has an event that nothing else tells of/);
  });
});

describe("each row that the chain needs", () => {
  let event: Sealed;
  beforeAll(async () => {
    event = await lastEvent("price");
  });

  test.each<[string, (tx: Executor) => Promise<unknown>, RegExp]>([
    [
      "a deleted seal",
      (tx) => tx.execute(sql`delete from car_event_seal where position = ${event.position - 1}`),
      /^Position \d+ is missing/,
    ],
    [
      "an altered seal",
      (tx) =>
        tx.execute(
          sql`update car_event_seal set hash = sha256(hash) where position = ${event.position - 1}`,
        ),
      /^Position \d+ .*the seal does not fit/,
    ],
    [
      "a moved seal",
      (tx) =>
        tx.execute(
          sql`update car_event_seal set position = position + 5 where position = ${event.position}`,
        ),
      /^Position \d+ is missing/,
    ],
  ])("is checked: %s", async (_, tamper, message) => {
    expect(await afterwards(tamper)).toMatch(message);
  });

  test("is checked: the note that an event waits for its seal", async () => {
    await aListing(shop.deps, { sellerId });
    const verdict = await afterwards((tx) => tx.execute(sql`delete from car_event_unsealed`));
    expect(verdict).toMatch(/^Event \d+ has no seal/);
    await sealHistory(shop.deps);
  });
});
