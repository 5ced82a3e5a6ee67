import Fastify from "fastify";
import { eq } from "drizzle-orm";
import { serializerCompiler } from "fastify-type-provider-zod";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listingPath } from "#shared/listings/listing-path.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { createCatalogue } from "#server/catalogue/create-catalogue.ts";
import { listingTable } from "#server/listings/listing-table.ts";
import { markWithdrawn, setPhotos } from "#server/listings/public.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { sitemapRoutes } from "./sitemap.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let app: App;
let cars: { _id: string; name: string }[];

beforeAll(async () => {
  shop = await createTestApp({ PUBLIC_URL: "https://cars.example" });
  const seller = await anAccount(shop.deps, { role: "Seller" });
  cars = [];
  for (let car = 0; car < 5; car += 1) {
    const at = new Date(Date.UTC(2026, 0, car + 1));
    const { id, name } = await aListing(shop.deps, {
      sellerId: seller.id,
      createdAt: at,
      updatedAt: at,
    });
    cars.push({ _id: id, name });
  }
  const buyer = await anAccount(shop.deps);
  const sold = await aListing(shop.deps, {
    sellerId: seller.id,
    make: "Mercedes-Benz",
    categoryId: 2,
  });
  await aBooking(shop.deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
  app = Fastify();
  app.setSerializerCompiler(serializerCompiler);
  sitemapRoutes(app, shop.deps, 2);
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const get = (url: string) => app.inject({ url });
const all = (xml: string, tag: string) =>
  [...xml.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, "g"))].map(([, text]) => text);

test("the index lists files of at most the given size, each with its last change", async () => {
  const answer = await get("/sitemap.xml");
  expect(answer.headers["content-type"]).toBe("application/xml; charset=utf-8");
  expect(all(answer.body, "loc")).toEqual([
    "https://cars.example/sitemaps/pages.xml",
    ...[1, 2, 3].map((part) => `https://cars.example/sitemaps/cars-1-${part}.xml`),
  ]);
  expect(all(answer.body, "lastmod")).toEqual([
    "2026-01-02T00:00:00.000Z",
    "2026-01-04T00:00:00.000Z",
    "2026-01-05T00:00:00.000Z",
  ]);
});

test("the files list every car for sale once, oldest first, and no sold one", async () => {
  const files = await Promise.all([1, 2, 3].map((part) => get(`/sitemaps/cars-1-${part}.xml`)));
  expect(files.flatMap(({ body }) => all(body, "loc"))).toEqual(
    cars.map((car) => `https://cars.example${listingPath(car)}`),
  );
  expect(all(files[0]!.body, "lastmod")).toEqual([
    "2026-01-01T00:00:00.000Z",
    "2026-01-02T00:00:00.000Z",
  ]);
});

test("the pages' file lists the brands with the last change of their cars", async () => {
  const { body } = await get("/sitemaps/pages.xml");
  expect(all(body, "loc")).toEqual(
    ["/", "/products/1", "/products/2", "/products/3", "/sell", "/blog"].map(
      (path) => `https://cars.example${path}`,
    ),
  );
  // The only Mercedes-Benz is sold.
  const soldAt = shop.deps.catalogue.lastDeparture(2)!.toISOString();
  expect(all(body, "lastmod")).toEqual(["2026-01-05T00:00:00.000Z", soldAt]);
});

test("a brand's pages and files change when a car is withdrawn, sold or shows other photos", async () => {
  const { db, catalogue } = shop.deps;
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const buyer = await anAccount(shop.deps);
  const before = { createdAt: new Date("2026-01-02"), updatedAt: new Date("2026-01-02") };
  const [withdrawn, sold, shown] = await Promise.all(
    [1, 2, 3].map(() =>
      aListing(shop.deps, {
        sellerId: seller.id,
        make: "Audi",
        categoryId: 3,
        ...before,
      }),
    ),
  );
  const lastmods = async (catalogue = shop.deps.catalogue) => {
    const own = Fastify();
    own.setSerializerCompiler(serializerCompiler);
    sitemapRoutes(own, { ...shop.deps, catalogue }, 100);
    const files = (await own.inject("/sitemap.xml")).body;
    const pages = (await own.inject("/sitemaps/pages.xml")).body;
    const cars = (await own.inject("/sitemaps/cars-3-1.xml")).body;
    await own.close();
    const after = (xml: string, path: string) =>
      new RegExp(`${path}</loc><lastmod>(.*?)</lastmod>`).exec(xml)?.[1];
    return {
      brand: after(pages, "/products/3"),
      file: after(files, "/sitemaps/cars-3-1.xml"),
      car: after(cars, listingPath({ _id: shown!.id, name: shown!.name })),
    };
  };
  /** As another process says, or this one after a restart. */
  const afterRestart = async () => {
    const other = createCatalogue({ ...shop.deps, ratings: shop.deps.valuation });
    await other.loaded;
    const dates = await lastmods(other);
    await other.stop();
    return dates;
  };
  await catalogue.refresh();
  const old = "2026-01-02T00:00:00.000Z";
  expect(await lastmods()).toEqual({ brand: old, file: old, car: old });

  const starting = new Date().toISOString();
  await markWithdrawn(db, withdrawn!.id);
  await catalogue.refresh();
  const first = await lastmods();
  expect(first.brand! >= starting).toBe(true);
  expect(first).toEqual({ brand: first.brand, file: first.brand, car: old });

  const another = await afterRestart();
  expect(another.brand! >= starting).toBe(true);
  expect(another.file).toBe(another.brand);

  await aBooking(shop.deps, { listingId: sold!.id, buyerId: buyer.id, state: "paid" });
  await catalogue.refresh();
  const second = await lastmods();
  expect(second.brand! > first.brand!).toBe(true);
  expect(second).toEqual({ brand: second.brand, file: second.brand, car: old });

  await setPhotos(db, shown!.id, [{ image: "https://host.example/1.jpg", alt: "" }]);
  await catalogue.refresh();
  const third = await lastmods();
  expect(third.car! > second.brand!).toBe(true);
  expect(third).toEqual({ brand: third.car, file: third.car, car: third.car });
  expect((await afterRestart()).car! > second.brand!).toBe(true);

  await db
    .update(listingTable)
    .set({ make: "BMW", categoryId: 1 })
    .where(eq(listingTable.id, shown!.id));
  await catalogue.refresh();
  const moved = await lastmods();
  expect(moved.brand! > third.car!).toBe(true);
  expect(moved.car).toBeUndefined();
});

test.each(["cars-1-4.xml", "cars-1-0.xml", "cars-4-1.xml", "cars-2-1.xml", "x.xml"])(
  "there is no file %s",
  async (file) => {
    expect((await get(`/sitemaps/${file}`)).statusCode).toBe(404);
  },
);

test("no file has more than 50,000 URLs or 50 MB, and the index names every file", async () => {
  const cars = { 1: 120_001, 2: 50_000, 3: 0 };
  const named = (id: number, at: number) => ({
    _id: `${id}0000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
    name: "Mercedes-Benz ".repeat(14),
    changedAt: new Date("2026-01-02"),
  });
  const catalogue = {
    ...shop.deps.catalogue,
    counts: () => cars,
    lastDeparture: () => null,
    listAddresses: (id: 1 | 2 | 3, start: number, limit: number) =>
      Array.from({ length: Math.max(0, Math.min(limit, cars[id] - start)) }, (_, at) =>
        named(id, start + at),
      ),
  };
  const large: App = Fastify();
  sitemapRoutes(large, { ...shop.deps, catalogue });
  const files = all((await large.inject("/sitemap.xml")).body, "loc").map((file) => file!);
  const paths = new Set<string | undefined>();
  const sizes = [];
  for (const file of files) {
    const { statusCode, body } = await large.inject(new URL(file).pathname);
    const urls = all(body, "loc");
    sizes.push([new URL(file).pathname, statusCode, urls.length]);
    expect(Buffer.byteLength(body)).toBeLessThan(50_000_000);
    for (const url of urls) paths.add(url);
  }
  expect(sizes).toEqual([
    ["/sitemaps/pages.xml", 200, 6],
    ["/sitemaps/cars-1-1.xml", 200, 50_000],
    ["/sitemaps/cars-1-2.xml", 200, 50_000],
    ["/sitemaps/cars-1-3.xml", 200, 20_001],
    ["/sitemaps/cars-2-1.xml", 200, 50_000],
  ]);
  expect(paths.size).toBe(6 + cars[1] + cars[2]);
  await large.close();
});

test("robots.txt names the index and keeps crawlers out of private pages", async () => {
  const { body } = await get("/robots.txt");
  expect(body).toContain("Sitemap: https://cars.example/sitemap.xml\n");
  expect(body).toContain("Disallow: /dashboard\n");
  // A list's page has a link to each car's dialogs, which are the same page to a search engine.
  for (const dialog of ["book", "report"]) expect(body).toContain(`Disallow: /*?*${dialog}=\n`);
});
