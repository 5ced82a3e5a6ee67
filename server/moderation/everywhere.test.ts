import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Product } from "#shared/listings/listing-contract.ts";
import type { Suggestion } from "#shared/search/suggestion-contract.ts";
import { policy } from "#server/policy.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { book, askIntent, readBooking } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";

type User = Awaited<ReturnType<typeof anAccount>>;
type Car = Awaited<ReturnType<typeof aListing>>;
/** A seller with an available car and one that a buyer holds. */
type Scene = { seller: User; buyer: User; car: Car; held: Car; bookingId: string };
let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: User;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

async function aScene(): Promise<Scene> {
  const seller = await anAccount(shop.deps, {
    role: "Seller",
    isVerified: true,
    verifiedAt: new Date(),
  });
  const given = { sellerId: seller.id, isAdvertised: true, advertisedAt: new Date() };
  const car = await aListing(shop.deps, given);
  const held = await aListing(shop.deps, given);
  const buyer = await anAccount(shop.deps);
  return { seller, buyer, car, held, bookingId: await book(shop, buyer, held) };
}
const suspend = ({ seller: { id } }: Scene) =>
  shop.call("PUT", `/api/seller/suspend/${id}`, {
    token: admin.token,
    body: { reason: "Suspected fraud" },
  });
const lift = ({ seller: { id } }: Scene) =>
  shop.call("DELETE", `/api/seller/suspend/${id}`, { token: admin.token });

const lists = async (url: string, { id }: Car) => {
  const { body, headers } = await shop.call("GET", `${url}?limit=200`);
  const isThere = (body as { _id: string }[]).some(({ _id }) => _id === id);
  return { isThere, total: Number(headers["x-total-count"]) };
};
const order = ({ id, name }: Car) => ({ productId: id, item: name, price: 20_000 });

/** Each place that shows or changes a car, and whether it does now. */
const places: Record<string, (scene: Scene) => Promise<boolean>> = {
  "the home page's list": async ({ car }) => (await lists("/api/products", car)).isThere,
  "the category's list": async ({ car }) => (await lists("/api/products/1", car)).isThere,
  "the results of a search": async ({ car }) => {
    const { body } = await shop.call("GET", "/api/listings?make=BMW&limit=200");
    return (body.listings as Product[]).some(({ _id }) => _id === car.id);
  },
  "the suggestions for its model": async ({ seller: { id } }) => {
    const model = `Model ${randomUUID()}`;
    await aListing(shop.deps, { sellerId: id, model });
    const { body } = await shop.call("GET", `/api/listings/suggestions?q=${model.slice(0, 20)}`);
    return (body.suggestions as Suggestion[]).some(({ label }) => label.includes(model));
  },
  "the car's own call": async ({ car }) =>
    (await shop.call("GET", `/api/listings/${car.id}`)).status === 200,
  "the car's history": async ({ car }) =>
    (await shop.call("GET", `/api/listings/${car.id}/history`)).status === 200,
  "the cars similar to another seller's": async ({ car }) => {
    const { id: sellerId } = await anAccount(shop.deps, { role: "Seller" });
    const other = await aListing(shop.deps, { sellerId });
    const { body } = await shop.call("GET", `/api/listings/${other.id}/similar?limit=24`);
    return (body.listings as Product[] | undefined)?.some(({ _id }) => _id === car.id) ?? false;
  },
  "what a page and its dialog read": ({ car }) =>
    Promise.resolve(shop.deps.catalogue.find(car.id) !== null),
  "being viewed": async ({ car }) =>
    (await shop.call("POST", `/api/products/${car.id}/views`)).status === 200,
  "being reported": async ({ car }) => {
    const { token } = await anAccount(shop.deps);
    return (await shop.call("PUT", `/api/reportedProducts/${car.id}`, { token })).status === 200;
  },
  "being advertised": async ({ seller: { id, token } }) => {
    const car = await aListing(shop.deps, { sellerId: id });
    return (await shop.call("PUT", `/api/products/${car.id}`, { token })).body.modifiedCount === 1;
  },
  "being edited": async ({ seller: { id, token } }) => {
    const car = await aListing(shop.deps, { sellerId: id });
    const given = { token, body: { resalePrice: 19_000 } };
    const { body } = await shop.call("PATCH", `/api/products/${car.id}`, given);
    return body.modifiedCount === 1;
  },
  "adding a car": async ({ seller: { token } }) => {
    const body = {
      name: "A6",
      originalPrice: 2,
      resalePrice: 1,
      category: "Audi",
      condition: "Good",
    };
    const { body: answer } = await shop.call("POST", "/api/addproduct", { token, body });
    return answer.acknowledged === true;
  },
  "being booked by its id": async ({ seller: { id } }) => {
    const car = await aListing(shop.deps, { sellerId: id });
    const { token } = await anAccount(shop.deps);
    const { body } = await shop.call("POST", "/api/bookings", { token, body: order(car) });
    return body.acknowledged === true;
  },
  "its valuation": async ({ car }) =>
    (await shop.call("GET", `/api/listings/${car.id}/valuation`)).status === 200,
  "being booked by its name and picture": async ({ seller: { id } }) => {
    const car = await aListing(shop.deps, { sellerId: id, image: "/images/one.webp" });
    const { token } = await anAccount(shop.deps);
    const body = { ...order(car), productId: undefined, image: "/images/one.webp" };
    return (await shop.call("POST", "/api/bookings", { token, body })).body.acknowledged === true;
  },
  "the badge in the admin's list": async ({ seller: { id } }) => {
    const { body } = await shop.call("GET", "/api/seller?limit=200", { token: admin.token });
    return (body as { _id: string; isVerify: boolean }[]).some(
      (one) => one._id === id && one.isVerify,
    );
  },
  "the badge on the car, as its seller and admins read it": async ({ seller, car }) => {
    const shown: boolean[] = [];
    for (const { token } of [seller, admin]) {
      const { body } = await shop.call("GET", "/api/addproduct?limit=200", { token });
      const own = (body as Product[]).find(({ _id }) => _id === car.id)!;
      shown.push(own.isSellerVerified, own.sellerVerification !== null);
    }
    // All four must agree, or the test compares nothing.
    expect(new Set(shown).size).toBe(1);
    return shown[0]!;
  },
  "the seller's own list": async ({ seller: { token }, car }) => {
    const { body } = await shop.call("GET", "/api/addproduct", { token });
    const own = (body as { _id: string; status: string }[]).find(({ _id }) => _id === car.id);
    return own?.status === "available";
  },
};

test.each(Object.entries(places))(
  "%s: unavailable right after a suspension, and back right after it is lifted",
  async (_, isThere) => {
    const scene = await aScene();
    expect(await isThere(scene)).toBe(true);
    expect((await suspend(scene)).body).toEqual({ modifiedCount: 1 });
    expect(await isThere(scene)).toBe(false);
    expect((await lift(scene)).body).toEqual({ modifiedCount: 1 });
    expect(await isThere(scene)).toBe(true);
  },
);

test("a suspension changes the totals of the lists and make tiles", async () => {
  const scene = await aScene();
  const counts = async () => {
    const { body } = await shop.call("GET", "/api/category");
    return [
      (await lists("/api/products", scene.car)).total,
      (await lists("/api/products/1", scene.car)).total,
      JSON.stringify(body),
    ];
  };
  const before = await counts();
  await suspend(scene);
  const during = await counts();
  // The available car and the one that was held.
  expect(during.slice(0, 2)).toEqual(before.slice(0, 2).map((total) => Number(total) - 2));
  expect(during[2]).not.toBe(before[2]);
  await lift(scene);
  expect(await counts()).toEqual(before);
});

test("refuses payment after a suspension, even once it is lifted, because the hold ended", async () => {
  const scene = await aScene();
  const { buyer, bookingId } = scene;
  const pay = () => askIntent(shop, buyer.token, bookingId);
  expect((await pay()).status).toBe(200);
  await suspend(scene);
  for (const change of [() => Promise.resolve(), () => lift(scene)]) {
    await change();
    const { status, body } = await pay();
    expect(status).toBe(409);
    expect(body.message).toContain("This booking has ended.");
  }
  expect((await readBooking(shop, buyer.token, bookingId)).state).toBe("cancelled");
});

test("covers every place that a visitor can read", () => {
  const open = Object.entries(policy).flatMap(([call, rule]) =>
    rule === "anyone" && call.startsWith("GET ") ? [call] : [],
  );
  const aboutCars = [
    "GET /api/category",
    "GET /api/listings",
    "GET /api/listings/:id",
    "GET /api/listings/:id/history",
    "GET /api/listings/:id/history/seals",
    "GET /api/listings/:id/reviews",
    "GET /api/listings/:id/checks",
    "GET /api/listings/:id/similar",
    "GET /api/listings/:id/valuation",
    "GET /api/listings/suggestions",
    "GET /api/products",
    "GET /api/products/:id",
  ];
  // Health checks, hashes of every car's events, the API description, the demo's emails, the redirect of unsubscribe
  // links, and a price range of the model, which names no car.
  const others = [
    "GET /api/health",
    "GET /api/health/live",
    "GET /api/health/ready",
    "GET /api/history/chain",
    "GET /api/history/head",
    "GET /api/openapi.json",
    "GET /api/outbox",
    "GET /api/saved-searches/unsubscribe",
    "GET /api/valuation/estimate",
  ];
  expect(open.toSorted()).toEqual([...aboutCars, ...others].toSorted());
});
