import { sql } from "drizzle-orm";
import Fastify from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { App } from "#server/platform/http/app-instance.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestDatabase } from "#testing/database/test-database.ts";
import { createTestApp } from "#testing/test-app.ts";
import { carJsonLd } from "#web/listings/details/car-json-ld.ts";
import { readCarPage } from "./read-car-page.ts";
import { sitemapRoutes } from "./sitemap.ts";

// Two processes of one shop. Cars change in the first; what the second one offers lags behind it.
type Shop = Awaited<ReturnType<typeof createTestApp>> & { sitemap: App };
let shop: Shop;
let other: Shop;
let seller: Awaited<ReturnType<typeof anAccount>>;
let buyer: Awaited<ReturnType<typeof anAccount>>;
const mostSeconds = 60;

async function aProcess(database: Awaited<ReturnType<typeof createTestDatabase>>): Promise<Shop> {
  const app = await createTestApp({}, { database });
  const sitemap: App = Fastify();
  sitemap.setSerializerCompiler(serializerCompiler);
  sitemapRoutes(sitemap, app.deps, 100);
  await sitemap.ready();
  return { ...app, sitemap };
}

beforeAll(async () => {
  const database = await createTestDatabase();
  shop = await aProcess({ ...database, drop: () => Promise.resolve() });
  other = await aProcess(database);
  await loseNotifications();
  seller = await anAccount(shop.deps, { role: "Seller" });
  buyer = await anAccount(shop.deps);
  // Until the end, because the processes wait for their next read by this clock.
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
});
/** From now on, only the clock tells the other process to read changes. */
async function loseNotifications(): Promise<void> {
  const { rows } = await shop.deps.db.execute<{ text: string }>(sql`
    select pg_get_functiondef(oid) as text from pg_proc where prosrc ilike '%notify catalogue_changed%'`);
  expect(rows).not.toHaveLength(0);
  for (const { text } of rows)
    await shop.deps.db.execute(sql.raw(text.replaceAll(/notify catalogue_changed;/gi, "")));
}

afterAll(async () => {
  vi.useRealTimers();
  for (const { sitemap, close } of [shop, other]) {
    await sitemap.close();
    await close();
  }
});

/** How a process offers a car in each place; null where it does not. */
async function placesOf(id: string, { deps, call, sitemap }: Shop) {
  const statusIn = (cars: { _id: string; status: string }[]) =>
    cars.find((car) => car._id === id)?.status ?? null;
  const list = (await call("GET", "/api/products/1")).body as never;
  const search = (await call("GET", "/api/listings")).body as { listings: never };
  const file = await call("GET", "/api/addproduct.csv", { token: seller.token });
  const page = await readCarPage(deps, id, new Date());
  const offer =
    page === null || page === "gone" || "isOffSale" in page
      ? null
      : (carJsonLd(page.product, page.details, "/", [])["offers"] as { availability: string })
          .availability;
  return {
    list: statusIn(list),
    search: statusIn(search.listings),
    sitemap: (await sitemap.inject("/sitemaps/cars-1-1.xml")).body.includes(id),
    export: String(file.body).includes(id),
    jsonLd: offer?.replace("https://schema.org/", "") ?? null,
  };
}

const reserve = async ({ id, name }: Car) => {
  const body = { productId: id, item: name, price: 20_000 };
  const { body: answer } = await shop.call("POST", "/api/bookings", { token: buyer.token, body });
  expect(answer).toMatchObject({ acknowledged: true });
};

type Car = Awaited<ReturnType<typeof aListing>>;
const offered = {
  list: "available",
  search: "available",
  sitemap: true,
  export: true,
  jsonLd: "InStock",
};
const ends: Record<string, { change: (car: Car) => Promise<unknown>; places: object }> = {
  sold: {
    change: async (car) => {
      await reserve(car);
      await shop.deps.db.execute(
        sql`update booking set state = 'paid' where listing_id = ${car.id}`,
      );
    },
    places: { list: null, search: null, sitemap: false, export: false, jsonLd: "SoldOut" },
  },
  // The specification keeps a reserved car in lists, marked as reserved.
  reserved: {
    change: reserve,
    places: {
      list: "reserved",
      search: "reserved",
      sitemap: true,
      export: true,
      jsonLd: "Reserved",
    },
  },
  "taken off sale": {
    change: ({ id }) =>
      shop.call("POST", "/api/products/bulk", {
        token: seller.token,
        body: { action: "withdraw", cars: [{ _id: id }] },
      }),
    places: { list: null, search: null, sitemap: false, export: false, jsonLd: null },
  },
  lapsed: {
    change: ({ id }) =>
      shop.deps.db.execute(sql`update listing set lapsed_at = now() where id = ${id}`),
    places: { list: null, search: null, sitemap: false, export: false, jsonLd: null },
  },
};

/** Waits by a clock that only this moves, and returns how many of its seconds passed until `check` succeeded. */
async function secondsUntil(check: () => Promise<void>): Promise<number> {
  const start = Date.now();
  await vi.waitFor(check, { timeout: 20_000, interval: 100 });
  return (Date.now() - start) / 1_000;
}

test("a cache keeps the sitemap for less than a minute, and asks again for lists and exports", async () => {
  await aListing(shop.deps, { sellerId: seller.id });
  for (const path of ["/sitemap.xml", "/sitemaps/cars-1-1.xml"]) {
    const { headers } = await shop.sitemap.inject(path);
    expect(Number(/max-age=(\d+)/.exec(String(headers["cache-control"]))?.[1])).toBeLessThan(
      mostSeconds,
    );
  }
  for (const path of ["/api/products/1", "/api/listings", "/api/addproduct.csv"]) {
    const { headers } = await shop.call("GET", path, { token: seller.token });
    expect(headers["cache-control"]).toContain("no-store");
  }
});

test.each(Object.entries(ends))(
  "within a minute, no process offers a car that is %s as available anywhere",
  async (_, { change, places }) => {
    const car = await aListing(shop.deps, { sellerId: seller.id });
    await other.deps.catalogue.refresh();
    for (const process of [shop, other]) expect(await placesOf(car.id, process)).toEqual(offered);
    await change(car);
    for (const process of [shop, other])
      expect(
        await secondsUntil(async () => expect(await placesOf(car.id, process)).toEqual(places)),
      ).toBeLessThan(mostSeconds);
  },
  // Longer than both waits.
  60_000,
);
