import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startJobs } from "#server/start/start-jobs.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import {
  aHeldCar,
  deliver,
  eventsOf,
  openIntent,
  payWithCard,
} from "#testing/payments/payments.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";
import { createTestDatabase, serverVariable } from "./test-database.ts";
import { poolerIsInstalled, startPooler } from "./pooler.ts";

const statementTimeout = 3_000;

if (!poolerIsInstalled)
  test("the shop behind PgBouncer: not tested, because pgbouncer is not installed", ({
    annotate,
  }) => annotate("pgbouncer is not installed"));
else
  describe("a shop behind PgBouncer in transaction mode with two server connections", () => {
    let pooler: Awaited<ReturnType<typeof startPooler>>;
    let shop: Awaited<ReturnType<typeof createTestApp>>;

    beforeAll(async () => {
      pooler = await startPooler(process.env[serverVariable]!, {
        connections: 2,
        statementTimeout,
      });
      const database = await createTestDatabase();
      shop = await createTestApp(
        { DATABASE_URL: pooler.urlOf(database.url), DATABASE_DIRECT_URL: database.url },
        { database },
      );
    });
    afterAll(async () => {
      await shop.close();
      pooler.stop();
    });

    test("requests go through it", async () => {
      expect(shop.deps.pool.options.connectionString).not.toBe(shop.databaseUrl);
      const { rows } = await shop.deps.pool.query("select count(*)::int as n from account");
      expect(rows).toHaveLength(1);
    });

    test("signs up, lists, finds, books and pays", async () => {
      const seller = await aSignedUpUser(shop, {
        email: "seller@pooler.example",
        role: "Seller",
        isConfirmed: true,
      });
      const { body: account } = await shop.call("GET", "/api/account", { token: seller.token });
      expect(account).toMatchObject({ email: "seller@pooler.example" });
      const { car, buyer, bookingId } = await aHeldCar(shop);
      const intent = await openIntent(shop, buyer.token, bookingId);
      expect(await payWithCard(shop, intent)).toMatchObject({ status: "succeeded" });
      await deliver(shop, await eventsOf(shop, intent.id));
      const { body } = await shop.call("GET", `/api/bookings/${bookingId}`, { token: buyer.token });
      expect(body).toMatchObject({ paid: true });
      expect((await shop.call("GET", `/api/listings/${car.id}`)).body).toMatchObject({
        status: "sold",
      });
    });

    test("twenty buyers who want one car at once: one gets it", async () => {
      const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
      const car = await aListing(shop.deps, { sellerId });
      const buyers = await Promise.all(Array.from({ length: 20 }, () => anAccount(shop.deps)));
      const answers = await Promise.all(
        buyers.map(({ token }) =>
          shop.call("POST", "/api/bookings", {
            token,
            body: { productId: car.id, item: car.name, price: car.resalePriceMinor / 100 },
          }),
        ),
      );
      const booked = answers.filter(({ body }) => (body as { insertedId?: string }).insertedId);
      expect(booked).toHaveLength(1);
    });

    test("is ready, and jobs and the catalog go on, while requests use all server connections of the pooler", async () => {
      const ready = () => shop.call("GET", "/api/health/ready");
      const clients = await Promise.all([1, 2].map(() => shop.deps.pool.connect()));
      try {
        await Promise.all(clients.map((client) => client.query("begin")));
        expect(await ready()).toMatchObject({ status: 200 });
        expect(await shop.deps.jobs.isInstalled()).toBe(true);
        expect((await shop.deps.background.pool.query("select 1")).rows).toHaveLength(1);
      } finally {
        await Promise.all(clients.map((client) => client.query("rollback")));
        clients.forEach((client) => client.release());
      }
    });

    test("the catalogue shows a change by another process, and jobs start", async () => {
      await startJobs(shop.deps);
      const { car } = await aHeldCar(shop);
      const other = new pg.Client({ connectionString: shop.databaseUrl });
      await other.connect();
      await other.query("update listing set location = 'Porto' where id = $1", [car.id]);
      await other.end();
      await expect
        .poll(async () => (await shop.call("GET", `/api/listings/${car.id}`)).body)
        .toMatchObject({ location: "Porto" });
    });

    test("a statement that takes too long answers 503, by the limit of its configuration", async () => {
      const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
      const car = await aListing(shop.deps, { sellerId });
      const buyer = await anAccount(shop.deps);
      const blocker = new pg.Client({ connectionString: shop.databaseUrl });
      await blocker.connect();
      await blocker.query("begin");
      await blocker.query("select from listing where id = $1 for update", [car.id]);
      const book = () =>
        shop.call("POST", "/api/bookings", {
          token: buyer.token,
          body: { productId: car.id, item: car.name, price: car.resalePriceMinor / 100 },
        });
      expect(await book()).toMatchObject({ status: 503, headers: { "retry-after": "2" } });
      await blocker.end();
      expect(await book()).toMatchObject({ status: 200 });
    });

    // The last test: the pooler does not come back.
    test("is not ready once the pooler is lost, although the database responds", async () => {
      expect(await shop.call("GET", "/api/health/ready")).toMatchObject({ status: 200 });
      pooler.stop();
      await expect
        .poll(async () => (await shop.call("GET", "/api/health/ready")).body, { timeout: 20_000 })
        .toMatchObject({ message: "The database does not respond." });
    });
  });
