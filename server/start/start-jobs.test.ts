import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, utimesSync } from "node:fs";
import path from "node:path";
import { sql } from "drizzle-orm";
import PgBoss from "pg-boss";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { startMailServer } from "#testing/email/mail-server.ts";
import { createTestApp } from "#testing/test-app.ts";
import { startJobs } from "./start-jobs.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let mailServer: Awaited<ReturnType<typeof startMailServer>>;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  mailServer = await startMailServer();
  shop = await createTestApp({ SMTP_URL: mailServer.url });
  seller = await anAccount(shop.deps, { role: "Seller" });
});
afterAll(async () => {
  await shop.close();
  await mailServer.stop();
});

const run = (query: ReturnType<typeof sql>) => shop.deps.db.execute(query);
async function has(query: ReturnType<typeof sql>): Promise<boolean> {
  return (await run(query)).rows.length > 0;
}
async function booking(given: Partial<Parameters<typeof aBooking>[1]>): Promise<string> {
  const { id: listingId } = await aListing(shop.deps, { sellerId: seller.id });
  const { id: buyerId } = await anAccount(shop.deps);
  return (await aBooking(shop.deps, { listingId, buyerId, ...given })).id;
}
const stateOf = async (id: string) =>
  (await run(sql`select state from booking where id = ${id}`)).rows[0]?.state;

async function mail(given: { sent?: string; created?: string; kind?: string }): Promise<string> {
  const id = randomUUID();
  await run(sql`
    insert into email (id, kind, to_address, subject, text, html, sent_at, created_at, next_attempt_at)
    values (${id}, ${given.kind ?? "test"}, 'a@cars.example', 's', 't', 'h', now() - ${given.sent ?? null}::interval,
      now() - ${given.created ?? "0"}::interval, now() + interval '1 day')`);
  return id;
}
const hasEmail = (id: string) => has(sql`select from email where id = ${id}`);

/** A due webhook to a private address, or one delivered some days ago. */
async function aWebhook({ days }: { days?: number }): Promise<string> {
  const id = randomUUID();
  const endpoint = randomUUID();
  const { id: account } = await anAccount(shop.deps, { role: "Seller" });
  await run(sql`insert into webhook_endpoint (id, account_id, url, secret)
    values (${endpoint}, ${account}, 'https://127.0.0.1/', 'whsec_')`);
  await run(sql`insert into webhook_delivery (id, endpoint_id, booking_id, type, created_at, delivered_at)
    values (${id}, ${endpoint}, ${await booking({})}, 'booking.created', now() - make_interval(days => ${days ?? 0}),
      ${days === undefined ? null : new Date().toISOString()})`);
  return id;
}

type Job = {
  cron: string;
  /** Creates work for the job. Returns a check that exactly this work was done. */
  work: () => Promise<() => Promise<boolean>>;
};

/** Every job by queue. */
const jobs: Record<string, Job> = {
  "booking-expiry": {
    cron: "* * * * *",
    work: async () => {
      const over = await booking({ expiresAt: new Date(Date.now() - 60_000) });
      const live = await booking({});
      return async () => (await stateOf(over)) === "expired" && (await stateOf(live)) === "held";
    },
  },
  "payment-settle": {
    cron: "* * * * *",
    work: async () => {
      const id = await booking({ state: "releasing", releasingTo: "cancelled" });
      return async () => (await stateOf(id)) === "cancelled";
    },
  },
  "payment-reconcile": {
    cron: "*/5 * * * *",
    work: async () => {
      const add = (id: string, days: number) =>
        run(sql`insert into provider_event (id, type, created_at, received_at, payload, state)
          values (${id}, 'charge.updated', now(), now() - make_interval(days => ${days}), '{}', 'ignored')`);
      await add("evt_old", 31);
      await add("evt_young", 29);
      return async () =>
        !(await has(sql`select from provider_event where id = 'evt_old'`)) &&
        (await has(sql`select from provider_event where id = 'evt_young'`));
    },
  },
  "feeds.finish": {
    cron: "* * * * *",
    work: async () => {
      const feed = randomUUID();
      const plan = randomUUID();
      await run(
        sql`insert into feed (id, seller_id, name, version) values (${feed}, ${seller.id}, ${feed}, 1)`,
      );
      await run(sql`
        insert into feed_plan (id, feed_id, feed_version, state, source, options, columns, rows,
          refused, unchanged, held, repeated, review, left_out)
        values (${plan}, ${feed}, 0, 'applying', 'a.csv', '{}', '[]', 0, 0, 0, '[]', '[]', '[]', '{}')`);
      return () => has(sql`select from feed_plan where id = ${plan} and state = 'applied'`);
    },
  },
  "feeds.fetch": {
    cron: "* * * * *",
    work: async () => {
      const feed = randomUUID();
      await run(sql`insert into feed (id, seller_id, name, fetch_url, fetch_hour, next_fetch_at)
        values (${feed}, ${seller.id}, ${feed}, 'http://192.168.0.1/cars.csv', 3, now())`);
      return () =>
        has(sql`select from feed where id = ${feed} and fetch_error like '%private address'`);
    },
  },
  "feeds.forget": {
    cron: "29 4 * * *",
    work: async () => {
      const feed = randomUUID();
      await run(
        sql`insert into feed (id, seller_id, name) values (${feed}, ${seller.id}, ${feed})`,
      );
      const { id } = await aListing(shop.deps, { sellerId: seller.id });
      await run(sql`update listing set withdrawn_at = now() - interval '91 days' where id = ${id}`);
      await run(sql`insert into feed_car (feed_id, identity, listing_id, is_retired, said)
        values (${feed}, 'stock 1', ${id}, true, '{}')`);
      return async () => !(await has(sql`select from feed_car where feed_id = ${feed}`));
    },
  },
  "feed-photos.fetch": {
    cron: "* * * * *",
    work: async () => {
      const url = "http://192.168.0.1/car.jpg";
      await run(sql`insert into feed_photo (listing_id, url, position)
        select id, ${url}, 0 from listing where withdrawn_at is null limit 1`);
      return () => has(sql`select from feed_photo where error like '%private address'`);
    },
  },
  "mail.deliver": {
    cron: "* * * * *",
    work: async () => {
      const id = await mail({});
      // Due without a notification, so only the schedule finds it.
      await run(sql`update email set next_attempt_at = now() where id = ${id}`);
      return () => has(sql`select from email where id = ${id} and sent_at is not null`);
    },
  },
  "mail.prune": {
    cron: "23 4 * * *",
    work: async () => {
      const old = await mail({ sent: "91 days" });
      const young = await mail({ sent: "89 days" });
      const farewell = await mail({ kind: "account.deleted", created: "4 days" });
      return async () =>
        !(await hasEmail(old)) && !(await hasEmail(farewell)) && (await hasEmail(young));
    },
  },
  "identity.prune": {
    cron: "17 * * * *",
    work: async () => {
      const { sessionId: over } = await anAccount(shop.deps);
      const { sessionId: live } = await anAccount(shop.deps);
      await run(
        sql`update identity_session set expires_at = now() - interval '1 minute' where id = ${over}`,
      );
      await run(sql`insert into identity_verification (id, identifier, value, expires_at)
        values ('old', 'old', 'v', now() - interval '1 minute'), ('young', 'young', 'v', now() + interval '1 hour')`);
      return async () =>
        !(await has(sql`select from identity_session where id = ${over}`)) &&
        (await has(sql`select from identity_session where id = ${live}`)) &&
        !(await has(sql`select from identity_verification where id = 'old'`)) &&
        (await has(sql`select from identity_verification where id = 'young'`));
    },
  },
  "images.remove-expired": {
    cron: "* * * * *",
    work: async () => {
      const over = randomUUID();
      const claimed = randomUUID();
      for (const id of [over, claimed])
        await run(sql`insert into image (id, width, height, expires_at, claimed_at)
          values (${id}, 1, 1, now() - interval '1 minute', ${id === claimed ? new Date().toISOString() : null})`);
      return async () =>
        !(await has(sql`select from image where id = ${over}`)) &&
        (await has(sql`select from image where id = ${claimed}`));
    },
  },
  "images.remove-orphaned": {
    cron: "41 * * * *",
    work: async () => {
      const folder = path.resolve(shop.deps.config.DATA_DIR, "images", randomUUID());
      mkdirSync(folder, { recursive: true });
      const longAgo = new Date(Date.now() - 2 * 3_600_000);
      utimesSync(folder, longAgo, longAgo);
      return async () => !existsSync(folder);
    },
  },
  "limits.prune": {
    cron: "23 * * * *",
    work: async () => {
      await run(sql`insert into rate_limit_count (key, count, window_ends_at)
        values ('over', 1, now() - interval '1 minute'), ('open', 1, now() + interval '1 hour')`);
      return async () =>
        !(await has(sql`select from rate_limit_count where key = 'over'`)) &&
        (await has(sql`select from rate_limit_count where key = 'open'`));
    },
  },
  "catalogue-prune": {
    cron: "17 * * * *",
    work: async () => {
      const old = randomUUID();
      const young = randomUUID();
      await run(sql`insert into catalogue_change (listing_id, at)
        values (${old}, now() - interval '25 hours'), (${young}, now() - interval '23 hours')`);
      return async () =>
        !(await has(sql`select from catalogue_change where listing_id = ${old}`)) &&
        (await has(sql`select from catalogue_change where listing_id = ${young}`));
    },
  },
  "history.head": {
    cron: "7 3 * * *",
    work: async () => {
      await aListing(shop.deps, { sellerId: seller.id });
      // Other jobs' listings may have moved the end of the chain since.
      return () =>
        has(sql`select from audit join car_event_seal as seal
          on details ->> 'hash' = encode(seal.hash, 'hex') where action = 'history.head'`);
    },
  },
  "verifications.end": {
    cron: "* * * * *",
    work: async () => {
      const { id } = await anAccount(shop.deps, { role: "Seller", isVerified: true });
      await run(
        sql`update account set verified_at = now() - interval '1 day', verified_until = now() where id = ${id}`,
      );
      return () => has(sql`select from account where id = ${id} and not is_verified`);
    },
  },
  "privacy.erase-left": {
    cron: "41 4 * * *",
    work: async () => {
      const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
      const facts = { stockNumber: "7", registration: "WB12 ABC", details: { doors: 5 } };
      const left = await aListing(shop.deps, { sellerId, ...facts });
      const listing = await aListing(shop.deps, { sellerId: seller.id, ...facts });
      await run(sql`update account set deleted_at = now() where id = ${sellerId}`);
      const withFacts = (id: string) =>
        has(sql`select from listing where id = ${id}
          and (stock_number is not null or registration is not null or details is not null)`);
      return async () => !(await withFacts(left.id)) && (await withFacts(listing.id));
    },
  },
  freshness: {
    cron: "7 * * * *",
    work: async () => {
      const { id } = await aListing(shop.deps, { sellerId: seller.id });
      await run(sql`update listing set updated_at = now() - interval '15 days' where id = ${id}`);
      await run(sql`insert into listing_confirmation
        values (${id}, now() - interval '15 days')`);
      return () =>
        has(sql`select from listing_confirmation where listing_id = ${id} and reminded_days = 1`);
    },
  },
  "views.prune": {
    cron: "11 * * * *",
    work: async () => {
      for (const table of ["listing_view_salt (day, salt)", "listing_view_visit (day, visit)"])
        await run(sql`insert into ${sql.raw(table)} values
          ((now() at time zone 'UTC')::date - 2, 'old'), ((now() at time zone 'UTC')::date + 1, 'new')`);
      const days = (table: string) =>
        run(sql`select day from ${sql.raw(table)} where day <> (now() at time zone 'UTC')::date`);
      return async () =>
        (await days("listing_view_salt")).rows.length === 1 &&
        (await days("listing_view_visit")).rows.length === 1;
    },
  },
  "photos.compare": {
    cron: "* * * * *",
    work: async () => {
      const { id } = await aListing(shop.deps, {
        sellerId: seller.id,
        image: "https://images.example/a.jpg",
      });
      return async () => !(await has(sql`select from photo_due where listing_id = ${id}`));
    },
  },
  "webhooks.deliver": {
    cron: "* * * * *",
    work: async () => {
      const id = await aWebhook({});
      return () =>
        has(
          sql`select from webhook_delivery where id = ${id} and last_error like '%private address'`,
        );
    },
  },
  "webhooks.prune": {
    cron: "53 4 * * *",
    work: async () => {
      const old = await aWebhook({ days: 31 });
      const young = await aWebhook({ days: 29 });
      return async () =>
        !(await has(sql`select from webhook_delivery where id = ${old}`)) &&
        (await has(sql`select from webhook_delivery where id = ${young}`));
    },
  },
  "system.certificates": {
    cron: "37 */6 * * *",
    work: async () => {
      await run(sql`insert into outbound_certificate (service, address)
        values ('payments', 'no-longer-used.example:443')`);
      return async () =>
        !(await has(sql`select from outbound_certificate where service = 'payments'`));
    },
  },
  "system.prune": {
    cron: "47 * * * *",
    work: async () => {
      const lost = randomUUID();
      const alive = randomUUID();
      await run(sql`insert into shop_process (id, host, pid, version, seen_at)
        values (${lost}, 'lost', 1, '0', now() - interval '25 hours'), (${alive}, 'alive', 1, '0', now())`);
      return async () =>
        !(await has(sql`select from shop_process where id = ${lost}`)) &&
        (await has(sql`select from shop_process where id = ${alive}`));
    },
  },
  "saved-searches": {
    cron: "*/5 * * * *",
    work: async () => {
      const { id, email } = await anAccount(shop.deps);
      const searchId = randomUUID();
      await run(sql`insert into saved_search (id, account_id, name, search, key)
        values (${searchId}, ${id}, 'Audi', 'make=Audi', 'key')`);
      await aListing(shop.deps, { sellerId: seller.id, make: "Audi" });
      return () =>
        has(sql`select from email where to_address = ${email} and kind = 'saved_search.matches'`);
    },
  },
  reviews: {
    cron: "*/5 * * * *",
    work: async () => {
      const { id: listingId } = await aListing(shop.deps, { sellerId: seller.id });
      const { id: buyerId, email } = await anAccount(shop.deps);
      const createdAt = new Date(Date.now() - 4 * 86_400_000);
      const sale = { listingId, buyerId, state: "paid" as const, createdAt };
      const { id } = await aBooking(shop.deps, sale);
      await run(sql`
        insert into review (id, booking_id, side, author_id, subject_id, stars, text, created_at, visible_from)
        values (gen_random_uuid(), ${id}, 'seller', ${seller.id}, ${buyerId}, 5, '', now(), now())`);
      return async () =>
        (await has(sql`select from email where to_address = ${email} and kind = 'review.asked'`)) &&
        (await has(sql`select from review where booking_id = ${id} and announced_at is not null`));
    },
  },
  "seller-checks.lapse": {
    cron: "* * * * *",
    work: async () => {
      const id = randomUUID();
      await run(sql`insert into seller_check (id, seller_id, level, checked_by, checked_at, valid_until)
        values (${id}, ${seller.id}, 'phone', ${seller.id}, now() - interval '2 days', now() - interval '1 day')`);
      return () => has(sql`select from seller_check where id = ${id} and lapsed_at is not null`);
    },
  },
  "saved-searches.prune": {
    cron: "37 4 * * *",
    work: async () => {
      const { id } = await anAccount(shop.deps);
      const searchId = randomUUID();
      await run(sql`insert into saved_search (id, account_id, name, search, key)
        values (${searchId}, ${id}, 'Audi', 'make=Audi&fuel=lpg', 'key')`);
      const listing = await aListing(shop.deps, { sellerId: seller.id });
      await run(sql`insert into saved_search_match (search_id, listing_id, found_at)
        values (${searchId}, ${listing.id}, now() - interval '31 days')`);
      return async () =>
        !(await has(sql`select from saved_search_match where search_id = ${searchId}`));
    },
  },
  // The check finds that a first version is due, and starts the training.
  "valuation.check": {
    cron: "*/5 * * * *",
    work: async () => {
      await run(sql`insert into listing (id, seller_id, name, make, category_id, resale_price_minor, year)
        select gen_random_uuid(), ${seller.id}, 'BMW ' || n, 'BMW', 1, 1000000 + n * 1000, 2000 + n % 20
        from generate_series(1, 260) as n`);
      return () => has(sql`select from valuation_version`);
    },
  },
  "valuation.train": {
    cron: "17 3 * * *",
    work: async () => () => has(sql`select from valuation_version where is_used`),
  },
};

test("processes that start together on an empty database all get their jobs", async () => {
  const empty = await createTestApp();
  const processes = Array.from(
    { length: 4 },
    () => new PgBoss({ connectionString: empty.databaseUrl, max: 2 }),
  );
  try {
    await Promise.all(processes.map((own) => own.start()));
    await Promise.all(processes.map((own) => startJobs({ ...empty.deps, jobs: own })));
    expect(await empty.deps.jobs.getSchedules()).toHaveLength(Object.keys(jobs).length);
  } finally {
    await Promise.all(processes.map((own) => own.stop({ graceful: false })));
    await empty.close();
  }
});

test("the jobs of every feature are registered, scheduled, and do their work", async () => {
  const files = readdirSync(path.dirname(import.meta.dirname), {
    recursive: true,
    encoding: "utf8",
  });
  const features = files.filter((file) => /^(?!platform|start).+[\\/].*-jobs\.ts$/.test(file));
  // Add a feature's new jobs to start-jobs.ts and to the table above.
  expect(features.map((file) => path.dirname(file)).toSorted()).toEqual([
    "account-management",
    "booking-management",
    "car-history",
    "catalogue",
    "email-delivery",
    "feed-photos",
    "feeds",
    "freshness",
    "identity",
    "images",
    "limits",
    "payments",
    "privacy",
    "reused-photos",
    "reviews",
    "saved-searches",
    "seller-checks",
    "seller-stats",
    "system",
    "valuation",
    "webhooks",
  ]);
  await startJobs(shop.deps);

  const schedules = await shop.deps.jobs.getSchedules();
  expect(Object.fromEntries(schedules.map(({ name, cron }) => [name, cron]))).toEqual(
    Object.fromEntries(Object.entries(jobs).map(([queue, { cron }]) => [queue, cron])),
  );
  const queues = await shop.deps.jobs.getQueues();
  const own = queues.map(({ name }) => name).filter((name) => !name.startsWith("__pgboss__"));
  expect(own.toSorted()).toEqual(Object.keys(jobs).toSorted());

  const unfinished = new Map<string, () => Promise<boolean>>();
  for (const [queue, { work }] of Object.entries(jobs)) {
    unfinished.set(queue, await work());
    // Like its schedule.
    await shop.deps.jobs.send(queue, {});
  }
  await vi.waitFor(
    async () => {
      for (const [queue, isDone] of unfinished) if (await isDone()) unfinished.delete(queue);
      expect([...unfinished.keys()]).toEqual([]);
    },
    { timeout: 30_000, interval: 100 },
  );
}, 60_000);
