import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Deps } from "#server/deps.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { emailsTo } from "#testing/email/emails.ts";
import { confirmAddress } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { findMatches } from "./find-matches.ts";
import { announceMatches } from "./saved-search-jobs.ts";
import { pruneMatches } from "./match-store.ts";
import { sendMatches } from "./send-matches.ts";
import { unsubscribeToken } from "./unsubscribe.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let sellerId: string;
beforeAll(async () => {
  shop = await createTestApp();
  sellerId = (await anAccount(shop.deps, { role: "Seller" })).id;
});
afterAll(() => shop.close());

const run = (query: ReturnType<typeof sql>) => shop.deps.db.execute(query);
const announce = () => announceMatches(shop.deps);
type Account = Awaited<ReturnType<typeof anAccount>>;
const emails = async ({ email }: Account) =>
  (await emailsTo(shop.deps, email)).filter(({ kind }) => kind === "saved_search.matches");

/** A model of its own keeps the tests of this file apart. */
const aModel = () => `Model ${randomUUID().slice(0, 8)}`;
const aCar = (model: string, given: Partial<Parameters<typeof aListing>[1]> = {}) =>
  aListing(shop.deps, { sellerId, model, name: `BMW ${model}`, ...given });

async function aSaver(
  search: Record<string, string>,
  given: Parameters<typeof anAccount>[1] & { name?: string } = {},
) {
  const account = await anAccount(shop.deps, given);
  return { ...account, searchId: await save(account, search) };
}

async function save({ token }: Account, search: Record<string, string>, name?: string) {
  const body = { search: new URLSearchParams(search).toString(), name };
  const answer = await shop.call("POST", "/api/saved-searches", { token, body });
  expect(answer.body).toMatchObject({ acknowledged: true });
  return (answer.body as { insertedId: string }).insertedId;
}

async function reprice(id: string, minor: number) {
  await run(sql`update listing set resale_price_minor = ${minor} where id = ${id}`);
  await shop.deps.catalogue.refresh();
}

/** Moves an account's last email hours into the past. */
const hoursLater = async ({ id, email }: Account, hours: number) => {
  const time = sql`${hours} * interval '1 hour'`;
  await run(sql`update saved_search_email set at = at - ${time} where account_id = ${id}`);
  await run(sql`update email set created_at = created_at - ${time}, sent_at = sent_at - ${time}
    where to_address = ${email}`);
};
const aDayLater = (account: Account) => hoursLater(account, 24);

test("announces a new car once, and says why it matched", async () => {
  const model = aModel();
  const saver = await aSaver({ model, priceMax: "25000" });
  const facts = { year: 2019, mileage: 41_000, mileageUnit: "mi" } as const;
  const car = await aCar(model, facts);
  await aCar(model, { resalePriceMinor: 2_600_000 });
  await announce();
  const [email] = await emails(saver);
  expect(email).toMatchObject({
    subject: `New match: BMW ${model}, $20,000`,
    mentionedAccounts: [sellerId],
  });
  for (const text of [
    `Matches ${model} · Up to $25,000`,
    "New listing, $20,000 · 2019 · 41,000 miles · Lisbon",
    `http://localhost:3000/cars/bmw-${model.toLowerCase().replace(" ", "-")}-${car.id}`,
    "See the search",
    "Stop emails for this search: http://localhost:3000/saved-searches/unsubscribe?token=search.",
    "Stop all saved search emails: http://localhost:3000/saved-searches/unsubscribe?token=account.",
  ])
    expect(email!.text).toContain(text);
  expect(email!.html).toContain(`Matches ${model} · Up to $25,000`);
  expect(email!.unsubscribeUrl).toMatch(
    /^http:\/\/localhost:3000\/api\/saved-searches\/unsubscribe\?token=account\./,
  );
  await aDayLater(saver);
  await run(sql`update listing set description = 'New tires.' where id = ${car.id}`);
  await announce();
  expect(await emails(saver)).toHaveLength(1);
});

test("announces a new car whose price fell before the email as a match", async () => {
  const model = aModel();
  const saver = await aSaver({ model });
  const car = await aCar(model);
  await reprice(car.id, 1_900_000);
  await announce();
  const [email] = await emails(saver);
  expect(email!.subject).toBe(`New match: BMW ${model}, $19,000`);
  expect(email!.text).toContain("New listing: was $20,000, now $19,000");
});

test("announces lower prices with the earlier price, and no higher ones", async () => {
  const model = aModel();
  const earlier = { createdAt: new Date(Date.now() - 86_400_000) };
  const cheaper = await aCar(model, earlier);
  const dearer = await aCar(model, earlier);
  const same = await aCar(model, earlier);
  const saver = await aSaver({ model });
  await announce();
  await reprice(cheaper.id, 1_900_000);
  await reprice(dearer.id, 2_100_000);
  await reprice(same.id, 2_100_000);
  await reprice(same.id, 2_000_000);
  await announce();
  const [email, ...others] = await emails(saver);
  expect(others).toEqual([]);
  expect(email!.subject).toBe(`Price drop: BMW ${model}, now $19,000`);
  expect(email!.text).toContain("Price drop: was $20,000, now $19,000");
  for (const { id } of [dearer, same]) expect(email!.text).not.toContain(id);
  await aDayLater(saver);
  await reprice(cheaper.id, 1_950_000);
  await announce();
  expect(await emails(saver)).toHaveLength(1);
  await reprice(cheaper.id, 1_800_000);
  await announce();
  expect((await emails(saver))[1]!.text).toContain("Price drop: was $19,000, now $18,000");
});

test("announces a car that a lower price made match", async () => {
  const model = aModel();
  const car = await aCar(model);
  const saver = await aSaver({ model, priceMax: "15000" });
  await announce();
  await reprice(car.id, 1_490_000);
  await announce();
  expect((await emails(saver))[0]!.text).toContain("Price drop: was $20,000, now $14,900");
});

describe("a car that was listed before the search was saved", () => {
  const edit = (id: string, change: ReturnType<typeof sql>) =>
    run(sql`update listing set ${change} where id = ${id}`);

  test("is announced once an edit makes it match", async () => {
    const model = aModel();
    const car = await aCar(model);
    const always = await aCar(model, { fuel: "diesel" });
    const saver = await aSaver({ model, fuel: "diesel" });
    await announce();
    await edit(car.id, sql`fuel = 'diesel'`);
    await edit(always.id, sql`description = 'New tires.'`);
    await announce();
    const [email, ...others] = await emails(saver);
    expect(others).toEqual([]);
    expect(email!.subject).toBe(`New match: BMW ${model}, $20,000`);
    expect(email!.text).toContain("Matches now, $20,000");
    expect(email!.text).not.toContain(always.id);
    await aDayLater(saver);
    await edit(car.id, sql`description = 'New tires.'`);
    await announce();
    expect(await emails(saver)).toHaveLength(1);
  });

  test("is announced when its text or a higher price makes it match", async () => {
    const model = aModel();
    const text = await aCar(model);
    const price = await aCar(model);
    const saver = await aSaver({ model, q: "panoramic" });
    await save(saver, { model, priceMin: "21000" });
    await announce();
    await edit(text.id, sql`description = 'Panoramic roof.'`);
    await edit(price.id, sql`resale_price_minor = 2200000`);
    await announce();
    const [email] = await emails(saver);
    for (const { id } of [text, price]) expect(email!.text).toContain(id);
  });

  test("is announced once its seller is verified or moves, also if it was edited before", async () => {
    const model = aModel();
    const other = aModel();
    const seller = await anAccount(shop.deps, { role: "Seller", isVerified: false });
    const of = (name: string) => aCar(name, { sellerId: seller.id, location: "" });
    const verified = await of(model);
    const moved = await of(other);
    const saver = await aSaver({ model, verified: "1" });
    await save(saver, { model: other, location: "Trondheim" });
    await announce();
    await edit(verified.id, sql`description = 'New tires.'`);
    await run(sql`update account set is_verified = true where id = ${seller.id}`);
    await run(sql`update account set location = 'Trondheim' where id = ${seller.id}`);
    await announce();
    const [email, ...others] = await emails(saver);
    expect(others).toEqual([]);
    for (const { id } of [verified, moved]) expect(email!.text).toContain(id);
    expect(email!.text).toContain("Matches now, $20,000");
  });

  test("is not announced once its seller's suspension ends", async () => {
    const model = aModel();
    const seller = await anAccount(shop.deps, { role: "Seller" });
    await run(sql`update account set is_verified = true where id = ${seller.id}`);
    await aCar(model, { sellerId: seller.id });
    const saver = await aSaver({ model, verified: "1" });
    await announce();
    await run(sql`update account set suspended_at = now() where id = ${seller.id}`);
    await announce();
    await run(sql`update account set suspended_at = null where id = ${seller.id}`);
    await announce();
    expect(await emails(saver)).toEqual([]);
  });

  test("is not announced if it was edited before the search was saved or while emails were off", async () => {
    const model = aModel();
    const before = await aCar(model);
    const meanwhile = await aCar(model);
    await edit(before.id, sql`fuel = 'diesel'`);
    const saver = await aSaver({ model, fuel: "diesel" });
    const change = (emailsOn: boolean) =>
      shop.call("PATCH", `/api/saved-searches/${saver.searchId}`, {
        token: saver.token,
        body: { emailsOn },
      });
    await change(false);
    await edit(meanwhile.id, sql`fuel = 'diesel'`);
    await change(true);
    await announce();
    expect(await emails(saver)).toEqual([]);
  });

  test("is announced once it is free, if it was reserved after the edit", async () => {
    const model = aModel();
    const car = await aCar(model);
    const saver = await aSaver({ model, fuel: "diesel" });
    await announce();
    await edit(car.id, sql`fuel = 'diesel'`);
    await findMatches(shop.deps);
    const { id: buyerId } = await anAccount(shop.deps);
    const { id } = await aBooking(shop.deps, { listingId: car.id, buyerId });
    await sendMatches(shop.deps);
    await announce();
    await announce();
    expect(await emails(saver)).toEqual([]);
    await run(sql`update booking set state = 'cancelled' where id = ${id}`);
    await announce();
    expect((await emails(saver))[0]!.text).toContain("Matches now, $20,000");
  });
});

describe("a car that was off sale when the search was saved", () => {
  const set = (id: string, change: ReturnType<typeof sql>) =>
    run(sql`update listing set ${change} where id = ${id}`);

  test.each([
    ["expired", sql`lapsed_at = now()`, sql`lapsed_at = null`],
    [
      "was taken off sale",
      sql`withdrawn_at = now(), off_sale_at = now()`,
      sql`withdrawn_at = null, off_sale_at = null`,
    ],
  ])("is announced once when it %s and is back", async (_why, off, on) => {
    const model = aModel();
    const car = await aCar(model);
    await set(car.id, off);
    const saver = await aSaver({ model });
    await announce();
    expect(await emails(saver)).toEqual([]);
    await set(car.id, on);
    await announce();
    const [email] = await emails(saver);
    expect(email!.subject).toBe(`New match: BMW ${model}, $20,000`);
    expect(email!.text).toContain("Back on sale, $20,000");
    await aDayLater(saver);
    await set(car.id, off);
    await announce();
    await set(car.id, on);
    await announce();
    expect(await emails(saver)).toHaveLength(1);
  });

  test("is announced when its sale was undone and an admin relists it", async () => {
    const model = aModel();
    const { id: listingId } = await aCar(model);
    const { id: buyerId } = await anAccount(shop.deps);
    const booking = await aBooking(shop.deps, { listingId, buyerId, state: "paid" });
    const saver = await aSaver({ model });
    await set(listingId, sql`sale_reversed_at = now()`);
    await run(sql`update booking set state = 'refunded' where id = ${booking.id}`);
    await announce();
    expect(await emails(saver)).toEqual([]);
    await set(listingId, sql`sale_reversed_at = null`);
    await announce();
    expect((await emails(saver))[0]!.text).toContain("Back on sale, $20,000");
  });

  test("is not announced if it only went off sale after that", async () => {
    const model = aModel();
    const car = await aCar(model);
    const saver = await aSaver({ model });
    await announce();
    await set(car.id, sql`lapsed_at = now()`);
    await announce();
    await set(car.id, sql`lapsed_at = null`);
    await announce();
    expect(await emails(saver)).toEqual([]);
  });
});

test("sends one email a day for all saved searches together", async () => {
  const one = aModel();
  const other = aModel();
  const saver = await aSaver({ model: one });
  await save(saver, { model: other }, "The other one");
  await aCar(one);
  await aCar(other);
  await announce();
  await aCar(one);
  await announce();
  const [email, ...others] = await emails(saver);
  expect(others).toEqual([]);
  expect(email!.subject).toBe("2 cars for your saved searches");
  expect(email!.text).toContain("== The other one ==");
  await hoursLater(saver, 23);
  await announce();
  expect(await emails(saver)).toHaveLength(1);
  await hoursLater(saver, 1);
  await announce();
  await announce();
  expect(await emails(saver)).toHaveLength(2);
});

test("names six cars of a search and counts the others", async () => {
  const model = aModel();
  await aCar(model, { createdAt: new Date(Date.now() - 86_400_000) });
  const saver = await aSaver({ model });
  for (let car = 0; car < 8; car++) await aCar(model);
  await announce();
  const [email] = await emails(saver);
  expect(email!.subject).toBe(`8 cars for “${model}”`);
  expect(email!.text).toContain(`Matches ${model} (6 of 8 shown)`);
  // With the one that is not new.
  expect(email!.text).toContain("See all 9 cars");
  expect(email!.text.match(/New listing/g)).toHaveLength(6);
});

describe("who gets no email", () => {
  test("an account with an unconfirmed address, until it is confirmed", async () => {
    const model = aModel();
    const saver = await aSaver({ model }, { isConfirmed: false });
    await aCar(model);
    await announce();
    expect(await emailsTo(shop.deps, saver.email)).toEqual([]);
    await confirmAddress(shop, saver.email);
    await announce();
    expect(await emails(saver)).toHaveLength(1);
  });

  test("an address that is not the confirmed one", async () => {
    const model = aModel();
    const saver = await aSaver({ model });
    const other = `other-${saver.email}`;
    await run(sql`update account set email = ${other} where id = ${saver.id}`);
    await aCar(model);
    await announce();
    for (const address of [saver.email, other])
      expect(await emailsTo(shop.deps, address)).toEqual([]);
  });

  test("a suspended seller", async () => {
    const model = aModel();
    const saver = await aSaver({ model }, { role: "Seller" });
    await aCar(model);
    await findMatches(shop.deps);
    await run(sql`update account set suspended_at = now() where id = ${saver.id}`);
    await sendMatches(shop.deps);
    await aCar(model);
    await announce();
    expect(await emails(saver)).toEqual([]);
  });

  test("an account whose emails are off, also for what happened in the meantime", async () => {
    const model = aModel();
    const saver = await aSaver({ model });
    const change = (emailsOn: boolean) =>
      shop.call("PATCH", `/api/saved-searches/${saver.searchId}`, {
        token: saver.token,
        body: { emailsOn },
      });
    await change(false);
    const car = await aCar(model);
    await announce();
    await change(true);
    await run(sql`update listing set description = 'New tires.' where id = ${car.id}`);
    await announce();
    expect(await emails(saver)).toEqual([]);
    await aCar(model);
    await announce();
    expect(await emails(saver)).toHaveLength(1);
  });
});

describe("between finding and sending", () => {
  test.each<[string, (car: { id: string }) => Promise<unknown>]>([
    [
      "sold",
      async ({ id: listingId }) => {
        const { id: buyerId } = await anAccount(shop.deps);
        await aBooking(shop.deps, { listingId, buyerId, state: "paid" });
      },
    ],
    [
      "reserved",
      async ({ id: listingId }) => {
        const { id: buyerId } = await anAccount(shop.deps);
        await aBooking(shop.deps, { listingId, buyerId });
      },
    ],
    ["withdrawn", ({ id }) => run(sql`update listing set withdrawn_at = now() where id = ${id}`)],
    ["removed", ({ id }) => run(sql`update listing set removed_at = now() where id = ${id}`)],
    [
      "changed so that it no longer matches",
      ({ id }) => run(sql`update listing set model = 'Other' where id = ${id}`),
    ],
  ])("a car that was %s is left out", async (_, change) => {
    const model = aModel();
    const saver = await aSaver({ model });
    const keptCar = await aCar(model);
    const soldCar = await aCar(model);
    await findMatches(shop.deps);
    await change(soldCar);
    await sendMatches(shop.deps);
    const [email] = await emails(saver);
    expect(email!.text).toContain(keptCar.id);
    expect(email!.text).not.toContain(soldCar.id);
  });

  test("no email is sent if no car is left, and a freed car is announced later", async () => {
    const model = aModel();
    const saver = await aSaver({ model });
    const car = await aCar(model);
    await findMatches(shop.deps);
    const { id: buyerId } = await anAccount(shop.deps);
    const { id } = await aBooking(shop.deps, { listingId: car.id, buyerId });
    await sendMatches(shop.deps);
    expect(await emails(saver)).toEqual([]);
    await run(sql`update booking set state = 'cancelled' where id = ${id}`);
    await announce();
    expect(await emails(saver)).toHaveLength(1);
  });

  test("an unsubscribed search sends nothing", async () => {
    const model = aModel();
    const saver = await aSaver({ model });
    await aCar(model);
    await findMatches(shop.deps);
    await run(sql`update saved_search set emails_on = false where id = ${saver.searchId}`);
    await sendMatches(shop.deps);
    expect(await emails(saver)).toEqual([]);
  });
});

describe("a queued email that was not sent yet", () => {
  const token = (saver: { id: string; searchId: string }, kind: string) =>
    unsubscribeToken(
      shop.deps,
      kind === "account" ? { accountId: saver.id } : { searchId: saver.searchId },
    );
  const unsubscribe = (saver: Awaited<ReturnType<typeof aSaver>>, kind: string) =>
    shop.call("POST", `/api/saved-searches/unsubscribe?token=${token(saver, kind)}`);
  const stops: [string, (saver: Awaited<ReturnType<typeof aSaver>>) => Promise<unknown>][] = [
    ["its search was unsubscribed", (saver) => unsubscribe(saver, "search")],
    ["all searches were unsubscribed", (saver) => unsubscribe(saver, "account")],
    [
      "emails were paused",
      ({ searchId, token }) =>
        shop.call("PATCH", `/api/saved-searches/${searchId}`, { token, body: { emailsOn: false } }),
    ],
    [
      "the search was deleted",
      ({ searchId, token }) => shop.call("DELETE", `/api/saved-searches/${searchId}`, { token }),
    ],
  ];

  test.each(stops)("is withdrawn after %s", async (_, stop) => {
    const model = aModel();
    const saver = await aSaver({ model });
    await aCar(model);
    await announce();
    expect(await emails(saver)).toHaveLength(1);
    await stop(saver);
    expect(await emails(saver)).toEqual([]);
    await announce();
    expect(await emails(saver)).toEqual([]);
  });

  test("announces the cars of other searches again, at the price announced before", async () => {
    const model = aModel();
    const keptModel = aModel();
    const saver = await aSaver({ model });
    await save(saver, { model: keptModel });
    const car = await aCar(keptModel);
    await announce();
    await run(sql`update email set sent_at = now() where to_address = ${saver.email}`);
    await aDayLater(saver);
    await reprice(car.id, 1_900_000);
    await aCar(model);
    await announce();
    expect(await emails(saver)).toHaveLength(2);
    await unsubscribe(saver, "search");
    expect(await emails(saver)).toHaveLength(1);
    await announce();
    const email = (await emails(saver)).find(({ subject }) => subject.startsWith("Price drop"));
    expect(email!.text).toContain("Price drop: was $20,000, now $19,000");
    expect(email!.text).not.toContain(model);
  });

  test("stays after a stop that is not about it, and once it was sent", async () => {
    const model = aModel();
    const saver = await aSaver({ model });
    const other = await save(saver, { model: aModel() });
    await aCar(model);
    await announce();
    await unsubscribe({ ...saver, searchId: other }, "search");
    expect(await emails(saver)).toHaveLength(1);
    await run(sql`update email set sent_at = now() where to_address = ${saver.email}`);
    await unsubscribe(saver, "account");
    expect(await emails(saver)).toHaveLength(1);
  });
});

test("deletes matches that are no longer needed", async () => {
  const model = aModel();
  const saver = await aSaver({ model });
  await run(sql`update saved_search set emails_on = false where id = ${saver.searchId}`);
  const cars = await Promise.all(Array.from({ length: 5 }, () => aCar(model)));
  const [onSale, sold, withdrawn, foundId, fresh] = cars.map(({ id }) => id);
  const { id: buyerId } = await anAccount(shop.deps);
  await aBooking(shop.deps, { listingId: sold!, buyerId, state: "paid" });
  await run(
    sql`update booking set created_at = now() - interval '91 days' where listing_id = ${sold}`,
  );
  await run(
    sql`update listing set withdrawn_at = now() - interval '91 days' where id = ${withdrawn}`,
  );
  const add = (id: string | undefined, foundDays: number | null) =>
    run(sql`insert into saved_search_match (search_id, listing_id, found_at, announced_price_minor)
      values (${saver.searchId}, ${id}, now() - ${foundDays} * interval '1 day', ${foundDays === null ? 1 : null})`);
  for (const id of [onSale, sold, withdrawn]) await add(id, null);
  await add(foundId, 31);
  await add(fresh, 29);
  await pruneMatches(shop.deps.db);
  const { rows } = await run(
    sql`select listing_id from saved_search_match where search_id = ${saver.searchId}`,
  );
  expect(rows.map((row) => row.listing_id).toSorted()).toEqual([onSale, fresh].toSorted());
});

test("an announced price outlives its time, so that only a lower one is announced again", async () => {
  const model = aModel();
  const saver = await aSaver({ model });
  const car = await aCar(model);
  await announce();
  expect(await emails(saver)).toHaveLength(1);
  // Found again, but no email could be sent for a month.
  await run(sql`update saved_search_match set found_at = now() - interval '31 days'
    where listing_id = ${car.id}`);
  await pruneMatches(shop.deps.db);
  await aDayLater(saver);
  await run(sql`update listing set description = 'New tires.' where id = ${car.id}`);
  await announce();
  expect(await emails(saver)).toHaveLength(1);
  await reprice(car.id, 1_900_000);
  await announce();
  expect(await emails(saver)).toHaveLength(2);
});

test("a car that is found again keeps the time when it was found first", async () => {
  const model = aModel();
  const saver = await aSaver({ model });
  const car = await aCar(model);
  await findMatches(shop.deps);
  const foundDaysAgo = async () => {
    const { rows } = await run(sql`
      select round(extract(epoch from now() - found_at) / 86400)::int as days
      from saved_search_match where search_id = ${saver.searchId}`);
    return rows.map(({ days }) => days);
  };
  await run(sql`update saved_search_match set found_at = now() - interval '20 days'
    where listing_id = ${car.id}`);
  await reprice(car.id, 1_900_000);
  await findMatches(shop.deps);
  expect(await foundDaysAgo()).toEqual([20]);
  await announce();
});

test("two processes send one email", async () => {
  const model = aModel();
  const saver = await aSaver({ model });
  await aCar(model);
  await findMatches(shop.deps);
  const sent = await Promise.all([sendMatches(shop.deps), sendMatches(shop.deps)]);
  expect(sent.toSorted()).toEqual([0, 1]);
  await Promise.all([announce(), announce()]);
  expect(await emails(saver)).toHaveLength(1);
});

test("a crash before the commit leaves no email, and the next run sends it", async () => {
  const model = aModel();
  const saver = await aSaver({ model });
  await aCar(model);
  await findMatches(shop.deps);
  const { db } = shop.deps;
  const crashing = Object.create(db) as Deps["db"];
  crashing.transaction = (work) =>
    db.transaction(async (tx) => {
      await work(tx);
      throw new Error("The process was killed.");
    });
  await expect(sendMatches({ ...shop.deps, db: crashing })).rejects.toThrow("killed");
  expect(await emails(saver)).toEqual([]);
  await announce();
  expect(await emails(saver)).toHaveLength(1);
});

test("a failure for one account does not stop the emails of the others", async () => {
  const model = aModel();
  const savers = [await aSaver({ model }), await aSaver({ model })];
  await aCar(model);
  await findMatches(shop.deps);
  let hasFailed = false;
  const catalogue: Deps["catalogue"] = {
    ...shop.deps.catalogue,
    describeSearch(...given) {
      if (hasFailed) return shop.deps.catalogue.describeSearch(...given);
      hasFailed = true;
      throw new Error("unreadable");
    },
  };
  await expect(sendMatches({ ...shop.deps, catalogue })).rejects.toThrow("unreadable");
  const counts = async () =>
    (await Promise.all(savers.map(emails))).map((list) => list.length).toSorted();
  expect(await counts()).toEqual([0, 1]);
  await sendMatches(shop.deps);
  expect(await counts()).toEqual([1, 1]);
});

test("reaches everyone behind more than a page of accounts whose emails fail", async () => {
  const model = aModel();
  const saver = await aSaver({ model });
  // 102 more like this one.
  await run(sql`
    with copy as materialized (
      select n, gen_random_uuid() as id from generate_series(1, 102) as n),
    person as (
      insert into identity_user select (jsonb_populate_record(one, jsonb_build_object(
        'id', copy.id, 'email', ${model} || copy.n || '@copies.example'))).*
      from identity_user as one, copy where one.id = ${saver.identityId}),
    account as (
      insert into account select (jsonb_populate_record(one, jsonb_build_object('id', copy.id,
        'identity_id', copy.id, 'email', ${model} || copy.n || '@copies.example'))).*
      from account as one, copy where one.id = ${saver.id})
    insert into saved_search select (jsonb_populate_record(one, jsonb_build_object(
      'id', gen_random_uuid(), 'account_id', copy.id))).*
    from saved_search as one, copy where one.id = ${saver.searchId}`);
  await aCar(model);
  await findMatches(shop.deps);
  let described = 0;
  const catalogue: Deps["catalogue"] = {
    ...shop.deps.catalogue,
    describeSearch(...given) {
      described += 1;
      if (described <= 101) throw new Error("unreadable");
      return shop.deps.catalogue.describeSearch(...given);
    },
  };
  const sentEmails = async () => {
    const { rows } = await run(sql`
      select count(*)::int as emails from email
      where to_address like ${`${model}%@copies.example`} or to_address = ${saver.email}`);
    return rows[0]!.emails;
  };
  await expect(sendMatches({ ...shop.deps, catalogue })).rejects.toThrow("unreadable");
  expect([described, await sentEmails()]).toEqual([103, 2]);
  await sendMatches(shop.deps);
  expect(await sentEmails()).toBe(103);
});

test("waits until the last email was sent, if there is a mail server", async () => {
  const model = aModel();
  const saver = await aSaver({ model });
  const config = { ...shop.deps.config, SMTP_URL: "smtp://127.0.0.1:1" };
  const send = async () => {
    await findMatches(shop.deps);
    return sendMatches({ ...shop.deps, config });
  };
  await aCar(model);
  await send();
  await aDayLater(saver);
  await aCar(model);
  await send();
  expect(await emails(saver)).toHaveLength(1);
  // It was sent late, so the day starts then.
  await run(sql`update email set sent_at = now() where to_address = ${saver.email}`);
  await send();
  await hoursLater(saver, 23);
  await send();
  expect(await emails(saver)).toHaveLength(1);
  await hoursLater(saver, 1);
  await send();
  expect(await emails(saver)).toHaveLength(2);
});

test("finds what changed while no process read the feed for a day", async () => {
  const model = aModel();
  const saver = await aSaver({ model });
  await announce();
  await aCar(model);
  await run(sql`update saved_search_progress set at = now() - interval '1 day'`);
  await run(sql`delete from catalogue_change`);
  await announce();
  expect(await emails(saver)).toHaveLength(1);
});

test("finds a car for a search that was saved while the run before was going on", async () => {
  const model = aModel();
  const account = await anAccount(shop.deps);
  const since = new Date();
  await aCar(model);
  // This run reads the car, and cannot see the search yet.
  await announce();
  await run(sql`insert into saved_search (id, account_id, name, search, key, watched_since)
    values (${randomUUID()}, ${account.id}, 'S', ${new URLSearchParams({ model }).toString()}, 'k', ${since.toISOString()})`);
  await announce();
  expect(await emails(account)).toHaveLength(1);
});

test("an account that is being updated gets its email later and keeps no other waiting", async () => {
  const model = aModel();
  const savers = [await aSaver({ model }), await aSaver({ model })];
  await aCar(model);
  await shop.deps.db.transaction(async (tx) => {
    await tx.execute(sql`select from account where id = ${savers[0]!.id} for no key update`);
    await announce();
    expect(await Promise.all(savers.map(emails))).toMatchObject([[], [{}]]);
  });
  await announce();
  expect(await emails(savers[0]!)).toHaveLength(1);
});
