import { sql } from "drizzle-orm";
import Fastify from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { App } from "#server/platform/http/app-instance.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { carJsonLd } from "#web/listings/car-json-ld.ts";
import { readCarPage } from "./read-car-page.ts";
import { sitemapRoutes } from "./sitemap.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let sitemap: App;
let seller: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller" });
  sitemap = Fastify();
  sitemap.setSerializerCompiler(serializerCompiler);
  sitemapRoutes(sitemap, shop.deps, 100);
  await sitemap.ready();
});
afterAll(async () => {
  await sitemap.close();
  await shop.close();
});

/** How a car is offered in each place; null where it is not. */
async function placesOf(id: string) {
  const statusIn = (cars: { _id: string; status: string }[]) =>
    cars.find((car) => car._id === id)?.status ?? null;
  const list = (await shop.call("GET", "/api/products/1")).body as never;
  const search = (await shop.call("GET", "/api/listings")).body as { listings: never };
  const file = await shop.call("GET", "/api/addproduct.csv", { token: seller.token });
  const page = await readCarPage(shop.deps, id, new Date());
  const offer =
    page === null || page === "gone"
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

const book = (id: string, state: string) =>
  shop.deps.db.execute(sql`
    insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency, name, email, expires_at)
    select gen_random_uuid(), ${id}, id, ${state}, '', '', 100, 100, 'USD', '', '', now() + interval '1 day'
    from account where email = 'buyer@cars.example'`);

const ends: Record<string, { change: (id: string) => Promise<unknown>; places: object }> = {
  sold: {
    change: (id) => book(id, "paid"),
    places: { list: null, search: null, sitemap: false, export: false, jsonLd: "SoldOut" },
  },
  // The specification keeps a reserved car in lists, marked as reserved.
  reserved: {
    change: (id) => book(id, "held"),
    places: {
      ...{ list: "reserved", search: "reserved", sitemap: true },
      ...{ export: true, jsonLd: "Reserved" },
    },
  },
  "taken off sale": {
    change: (id) =>
      shop.call("POST", "/api/products/bulk", {
        token: seller.token,
        body: { action: "withdraw", cars: [{ _id: id }] },
      }),
    places: { list: null, search: null, sitemap: false, export: false, jsonLd: null },
  },
  lapsed: {
    change: (id) =>
      shop.deps.db.execute(sql`update listing set lapsed_at = now() where id = ${id}`),
    places: { list: null, search: null, sitemap: false, export: false, jsonLd: null },
  },
};

test("a cache keeps the sitemap for less than a minute, and asks again for lists and exports", async () => {
  await aListing(shop.deps, { sellerId: seller.id });
  await shop.deps.catalogue.refresh();
  for (const path of ["/sitemap.xml", "/sitemaps/cars-1-1.xml"]) {
    const { headers } = await sitemap.inject(path);
    expect(Number(/max-age=(\d+)/.exec(String(headers["cache-control"]))?.[1])).toBeLessThan(60);
  }
  for (const path of ["/api/products/1", "/api/listings", "/api/addproduct.csv"]) {
    const { headers } = await shop.call("GET", path, { token: seller.token });
    expect(headers["cache-control"]).toContain("no-store");
  }
});

// Changed in the database, as another process does, so only the change feed tells.
test.each(Object.entries(ends))(
  "within a minute, a car that is %s is not offered as available anywhere",
  async (_, { change, places }) => {
    await anAccount(shop.deps, { email: "buyer@cars.example" }).catch(() => undefined);
    const { id } = await aListing(shop.deps, { sellerId: seller.id });
    expect(await placesOf(id)).toEqual({
      ...{ list: "available", search: "available", sitemap: true, export: true },
      jsonLd: "InStock",
    });
    await change(id);
    await vi.waitFor(async () => expect(await placesOf(id)).toEqual(places), {
      timeout: 60_000,
      interval: 200,
    });
  },
  70_000,
);
