import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { listDetails } from "#server/audit/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { noteHead } from "./car-history-jobs.ts";
import { lockHead, readHead } from "./car-history-store.ts";
import { sealHistory } from "./seal-history.ts";
import { verifyHistory } from "./verify-history.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Awaited<ReturnType<typeof anAccount>>;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller" });
});
afterAll(() => shop.close());

/** Five sealed events, the last positions of the chain. */
let end: number;
let events: number[];
beforeEach(async () => {
  for (let count = 0; count < 5; count++) await aListing(shop.deps, { sellerId: seller.id });
  await sealHistory(shop.deps);
  end = (await readHead(shop.deps.db)).position;
  const { rows } = await shop.deps.pool.query<{ event_id: string }>(
    "select event_id from car_event_seal where position > $1 order by position",
    [end - 5],
  );
  events = rows.map((row) => Number(row.event_id));
});

class Undone extends Error {}

/** What the verification says after someone who owns the database changed it; then undoes the change. */
async function afterwards(
  tamper: (tx: Executor) => Promise<unknown>,
  heads: Parameters<typeof verifyHistory>[1] = [],
): Promise<string | null> {
  let verdict: string | null = null;
  const work = shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`set local session_replication_role = 'replica'`);
    await tamper(tx);
    verdict = (await verifyHistory(tx, heads)).broken;
    throw new Undone();
  });
  await expect(work).rejects.toThrow(Undone);
  return verdict;
}
/** Adds an event behind the triggers, with its right hash. Returns its id. */
async function addEvent(tx: Executor): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into car_event (listing_id, kind, hash)
    select listing_id, 'price', '' from car_event where id = ${events[0]} returning id::text`);
  const id = rows[0]!.id;
  await tx.execute(sql`${rehash} where id = ${id}`);
  return id;
}
/** Deletes the last events with their seals, and records the seal before them as the end. */
async function cutOff(tx: Executor, count: number): Promise<void> {
  await tx.execute(sql`with cut as (
      delete from car_event_seal where position > ${end - count} returning event_id)
    delete from car_event where id in (select event_id from cut)`);
  await tx.execute(sql`update car_history_head as head set position = seal.position, hash = seal.hash
    from car_event_seal as seal where seal.position = ${end - count}`);
}
const rehash = sql`update car_event set hash = sha256(convert_to(car_event_text(car_event), 'UTF8'))`;

test("is unbroken, also when several processes seal at once", async () => {
  for (let count = 0; count < 20; count++) await aListing(shop.deps, { sellerId: seller.id });
  const sealed = await Promise.all(Array.from({ length: 4 }, () => sealHistory(shop.deps)));
  expect(sealed.reduce((sum, some) => sum + some, 0)).toBe(20);
  const head = await readHead(shop.deps.db);
  expect(head.position).toBe(end + 20);
  expect(await verifyHistory(shop.deps.db, [])).toEqual({ head, broken: null });
  const { body } = await shop.call("GET", "/api/history/head");
  expect(body).toEqual({ position: end + 20, hash: head.hash.toString("hex") });
});

test("seals nothing while another process seals, and does not wait for it", async () => {
  await aListing(shop.deps, { sellerId: seller.id });
  await shop.deps.db.transaction(async (tx) => {
    expect(await lockHead(tx)).not.toBeNull();
    expect(await sealHistory(shop.deps)).toBe(0);
  });
  expect(await sealHistory(shop.deps)).toBe(1);
  expect((await verifyHistory(shop.deps.db, [])).broken).toBeNull();
});

test("refuses changes and deletions without the rights of the database's owner", async () => {
  for (const statement of [
    "update car_event set price_minor = 1",
    "delete from car_event",
    "truncate car_event_seal cascade",
    "update car_event_seal set position = position + 1",
  ])
    await expect(shop.deps.pool.query(statement)).rejects.toThrow(/append-only/);
});

test.each<[string, (tx: Executor) => Promise<unknown>, RegExp]>([
  [
    "an altered price",
    (tx) => tx.execute(sql`update car_event set price_minor = 1 where id = ${events[1]}`),
    /the event was altered/,
  ],
  [
    "an altered time with a new hash",
    async (tx) => {
      await tx.execute(
        sql`update car_event set at = at - interval '9 days' where id = ${events[1]}`,
      );
      await tx.execute(sql`${rehash} where id = ${events[1]}`);
    },
    /the seal does not fit/,
  ],
  [
    "an event of another car",
    async (tx) => {
      await tx.execute(sql`update car_event set listing_id = (
        select listing_id from car_event where id = ${events[0]}) where id = ${events[1]}`);
      await tx.execute(sql`${rehash} where id = ${events[1]}`);
    },
    /the seal does not fit/,
  ],
  [
    "a deleted event",
    (tx) => tx.execute(sql`delete from car_event where id = ${events[1]}`),
    /the event is missing/,
  ],
  [
    "a deleted event with its seal",
    async (tx) => {
      await tx.execute(sql`delete from car_event_seal where event_id = ${events[1]}`);
      await tx.execute(sql`delete from car_event where id = ${events[1]}`);
    },
    /Position \d+ is missing/,
  ],
  [
    "the last event deleted with its seal",
    async (tx) => {
      await tx.execute(sql`delete from car_event_seal where event_id = ${events[4]}`);
      await tx.execute(sql`delete from car_event where id = ${events[4]}`);
    },
    /is missing: the chain has had \d+ seals/,
  ],
  [
    "two events in another order",
    async (tx) => {
      await tx.execute(sql`update car_event_seal set event_id = case event_id
          when ${events[1]} then ${events[2]}::bigint else ${events[1]}::bigint end
        where event_id in (${events[1]}, ${events[2]})`);
    },
    /the seal does not fit/,
  ],
  ["an event that was added without a seal", (tx) => addEvent(tx), /has no seal/],
  [
    "an added event whose seal is before the first",
    async (tx) => {
      const id = await addEvent(tx);
      await tx.execute(sql`insert into car_event_seal values (-7, ${id}, '')`);
    },
    /^Position -7 \(event \d+\): a seal before the first was added/,
  ],
  [
    "an added event with a fitting seal",
    async (tx) => {
      const id = await addEvent(tx);
      await tx.execute(sql`insert into car_event_seal
        select position + 1, ${id}::bigint, sha256(seal.hash || added.hash)
        from car_event_seal as seal, car_event as added
        where position = ${end} and added.id = ${id}`);
    },
    /there are seals up to position \d+/,
  ],
  [
    "an altered end",
    (tx) => tx.execute(sql`update car_history_head set hash = sha256('x')`),
    /^Position \d+ \(event \d+\): the seal is not the end that car_history_head has/,
  ],
  [
    "an end that is set back",
    (tx) =>
      tx.execute(sql`update car_history_head as head set position = seal.position, hash = seal.hash
        from car_event_seal as seal where seal.position = ${end - 2}`),
    /there are seals up to position \d+/,
  ],
  [
    "an end that is set back after the last two events were deleted with their seals",
    (tx) => cutOff(tx, 2),
    /^Listing [0-9a-f-]{36}: its history lacks when and at what price it was listed/,
  ],
  [
    "a deleted end",
    (tx) => tx.execute(sql`delete from car_history_head`),
    /^The row of car_history_head, .* was deleted\. The \d+ seals fit each other/,
  ],
  [
    "an altered price before a deleted end",
    async (tx) => {
      await tx.execute(sql`delete from car_history_head`);
      await tx.execute(sql`update car_event set price_minor = 1 where id = ${events[1]}`);
    },
    /the event was altered/,
  ],
])("shows %s", async (_, tamper, message) => {
  const verdict = await afterwards(async (tx) => {
    // The order of two events changes in one statement.
    await tx.execute(sql`alter table car_event_seal
      drop constraint car_event_seal_event_id_unique`);
    await tamper(tx);
  });
  expect(verdict).toMatch(message);
});

test("shows a sale that was cut off with the end of the chain", async () => {
  const { id: listingId } = await aListing(shop.deps, { sellerId: seller.id });
  const buyer = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId, buyerId: buyer.id, state: "paid" });
  end += await sealHistory(shop.deps);
  expect((await verifyHistory(shop.deps.db, [])).broken).toBeNull();
  expect(await afterwards((tx) => cutOff(tx, 1))).toMatch(
    new RegExp(`^Listing ${listingId}: its history lacks its sale`),
  );
});

test("names the first row that is broken", async () => {
  const verdict = await afterwards((tx) =>
    tx.execute(sql`update car_event set price_minor = 1 where id in (${events[1]}, ${events[3]})`),
  );
  expect(verdict).toBe(`Position ${end - 3} (event ${events[1]}): the event was altered.`);
});

test.each([
  ["altered", sql`update car_event set price_minor = 1`],
  ["deleted", sql`delete from car_event`],
])("shows an event that is %s before it is sealed", async (_, statement) => {
  await aListing(shop.deps, { sellerId: seller.id });
  const verdict = await afterwards((tx) =>
    tx.execute(sql`${statement} where id = (select max(event_id) from car_event_unsealed)`),
  );
  expect(verdict).toMatch(/not sealed yet, was altered or deleted/);
  await sealHistory(shop.deps);
});

test("shows a chain that was made again, by the ends in the audit log", async () => {
  await noteHead(shop.deps, new Date());
  const [noted] = (await listDetails(shop.deps.db, "history.head")).slice(-1);
  const head = await readHead(shop.deps.db);
  expect(noted).toEqual({ position: head.position, hash: head.hash.toString("hex") });
  // Everything is made again from the altered event on, as the owner of the database can.
  const remake = async (tx: Executor) => {
    await tx.execute(sql`update car_event set at = at - interval '9 days' where id = ${events[1]}`);
    // The log of prices too, which has the time of the first one.
    await tx.execute(sql`update listing_price_change set at = at - interval '9 days'
      where listing_id = (select listing_id from car_event where id = ${events[1]})`);
    await tx.execute(sql`${rehash} where id = ${events[1]}`);
    await tx.execute(sql`with recursive chain as (
        select position, hash from car_event_seal where position = ${end - 4}
        union all
        select seal.position, sha256(chain.hash || event.hash) from chain
          join car_event_seal as seal on seal.position = chain.position + 1
          join car_event as event on event.id = seal.event_id
      ) update car_event_seal set hash = chain.hash from chain
        where chain.position = car_event_seal.position`);
    await tx.execute(sql`update car_history_head set hash = (
      select hash from car_event_seal where position = car_history_head.position)`);
  };
  expect(await afterwards(remake)).toBeNull();
  expect(await afterwards(remake, [head])).toMatch(/The chain was made again/);
  // The night after, its new end is in the audit log too.
  const remadeAndNoted = async (tx: Executor) => {
    await remake(tx);
    heads.push(await readHead(tx));
  };
  const heads = [head];
  expect(await afterwards(remadeAndNoted, heads)).toMatch(/The chain was made again/);
  const later = { position: head.position + 3, hash: head.hash };
  expect((await verifyHistory(shop.deps.db, [later])).broken).toMatch(/is missing/);
});
