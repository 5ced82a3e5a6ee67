import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { removeExpiredImages } from "#server/images/remove-expired-images.ts";
import { eventually } from "#testing/eventually.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { aMultipartForm, aPicture } from "#testing/images/pictures.ts";
import { createTestApp } from "#testing/test-app.ts";

type Person = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: Person;
let buyer: Person;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller", isVerified: true });
  buyer = await anAccount(shop.deps);
});
afterAll(() => shop.close());

const aCar = (given: Partial<Parameters<typeof aListing>[1]> = {}) =>
  aListing(shop.deps, { sellerId: seller.id, ...given });
const change = (id: string, body: object, token = seller.token) =>
  shop.call("PATCH", `/api/products/${id}`, { token, body });
const own = async (id: string) =>
  (await shop.call("GET", `/api/addproduct/${id}`, { token: seller.token })).body;
const onSale = async (id: string) =>
  (await shop.call("GET", "/api/products/1?limit=200")).body.find(
    (one: { _id: string }) => one._id === id,
  );
const book = (car: { id: string; name: string }, price: number, token = buyer.token) =>
  shop.call("POST", "/api/bookings", {
    token,
    body: { productId: car.id, item: car.name, price },
  });
const pricesOf = async (id: string) => {
  const { rows } = await shop.deps.pool.query<{ price_minor: string }>(
    "select price_minor from listing_price_change where listing_id = $1 order by id",
    [id],
  );
  return rows.map((row) => Number(row.price_minor));
};

/** Uploads a file; without one, a picture that differs from all others. */
async function anUpload(file?: Buffer): Promise<string> {
  const bytes = file ?? (await aPicture({ width: 40, height: 30, noise: true }));
  const form = aMultipartForm("image", "a.jpg", "image/jpeg", bytes);
  const answer = await shop.app.inject({ method: "POST", url: "/api/images", ...form });
  return new URL(answer.json<{ data: { display_url: string } }>().data.display_url).pathname;
}
const shows = async (image: string) => (await shop.call("GET", image)).status;

describe("changing a listing", () => {
  test("changes the given facts at once and keeps the others", async () => {
    const guess = { bodyType: "saloon", bodyTypeTypical: true } as const;
    const facts = { model: "X5", year: 2018, mileage: 40_000, mileageUnit: "km" } as const;
    const car = await aCar({ ...facts, ...guess });
    const answer = await change(car.id, {
      name: "BMW X5 M",
      originalPrice: 31_000,
      resalePrice: 18_500.5,
      year: "2019",
      mileage: 41_500,
      fuel: "diesel",
      vin: "wba8b9g50hnu12345",
      description: "Two owners.",
    });
    expect(answer).toMatchObject({ status: 200, body: { modifiedCount: 1 } });
    expect(await onSale(car.id)).toMatchObject({
      name: "BMW X5 M",
      originalPrice: 31_000,
      resalePrice: 18_500.5,
      year: 2019,
      mileage: 41_500,
      mileageUnit: "km",
      fuel: "diesel",
      vin: "WBA8B9G50HNU12345",
      description: "Two owners.",
      model: "X5",
      location: "Lisbon",
      condition: "Good",
      ...guess,
    });
    // What the seller states is no guess.
    await change(car.id, { bodyType: "suv" });
    expect(await onSale(car.id)).toMatchObject({ bodyType: "suv", bodyTypeTypical: false });
  });

  test("clears an optional fact that is sent empty", async () => {
    const car = await aCar({ model: "X5", year: 2018, mileage: 40_000, mileageUnit: "km" });
    const empty = { model: "", year: null, mileage: "", purchase: null, location: "" };
    expect((await change(car.id, empty)).body).toEqual({ modifiedCount: 1 });
    expect(await onSale(car.id)).toMatchObject({
      model: null,
      year: null,
      mileage: null,
      mileageUnit: null,
      purchase: null,
      location: "",
      used: 5,
    });
  });

  test("changes some details, clears those that are sent empty and keeps the others", async () => {
    const details = { powerKw: 100, doors: 3, options: ["Sat nav"], trim: "SE" };
    const car = await aCar({ year: 2018, details });
    const body = { powerKw: "140", trim: "", firstRegistration: "2018-03", drive: "rear-wheel" };
    const advertUrl = "https://dealer.example/1";
    expect((await change(car.id, { ...body, advertUrl })).body).toEqual({ modifiedCount: 1 });
    const shown = {
      powerKw: 140,
      doors: 3,
      seats: null,
      drive: "rear-wheel",
      trim: null,
      previousKeepers: null,
      serviceHistory: null,
      firstRegistration: "2018-03",
      options: ["Sat nav"],
    };
    expect(await own(car.id)).toMatchObject({ ...shown, advertUrl });
    const { body: detail } = await shop.call("GET", `/api/listings/${car.id}`);
    expect(detail).toMatchObject(shown);
    // The seller's own advert, and the details of cars in lists, are not for visitors.
    expect(detail).not.toHaveProperty("advertUrl");
    expect(await onSale(car.id)).not.toHaveProperty("powerKw");
    expect((await change(car.id, { options: [] })).body).toEqual({ modifiedCount: 1 });
    expect((await own(car.id)).options).toEqual([]);
  });

  test("refuses a first registration that does not fit the year, also when the year changes", async () => {
    const car = await aCar({ year: 2018, details: { firstRegistration: "2018-03" } });
    for (const wrong of [{ firstRegistration: "2024-01" }, { year: 2010 }]) {
      const { status, body } = await change(car.id, wrong);
      expect([status, body.error.fields]).toEqual([
        400,
        { firstRegistration: expect.stringContaining("first registration must be from") },
      ]);
    }
    expect((await change(car.id, { year: 2017 })).body).toEqual({ modifiedCount: 1 });
  });

  test("moves a car to another brand's page", async () => {
    const car = await aCar();
    await change(car.id, { category: "Audi" });
    expect(await onSale(car.id)).toBeUndefined();
    const audis = await shop.call("GET", "/api/products/3");
    expect(audis.body).toMatchObject([{ _id: car.id, make: "Audi", categoryId: 3 }]);
    await change(car.id, { categoryId: 1 });
    expect(await onSale(car.id)).toMatchObject({ make: "BMW" });
  });

  test.each([
    ["name", { name: "  " }],
    ["resalePrice", { resalePrice: 0 }],
    ["resalePrice", { resalePrice: 10.001 }],
    ["originalPrice", { originalPrice: null }],
    ["condition", { condition: "Mint" }],
    ["condition", { condition: null }],
    ["year", { year: 2200 }],
    ["mileage", { mileage: "far" }],
    ["categoryId", { category: "BMW", categoryId: 2 }],
    ["description", { description: "a\u0000b" }],
    ["vin", { vin: "I" }],
    ["photos", { photos: [{ alt: "no image" }] }],
    ["photos", { photos: [{ image: "https://elsewhere.example/a.png" }] }],
    ["photos", { photos: [{ image: `/images/${randomUUID()}/1200.jpg` }] }],
    ["photos", { photos: "all" }],
    ["powerKw", { powerKw: 5 }],
    ["doors", { doors: "four" }],
    ["seats", { seats: 0 }],
    ["drive", { drive: "quattro" }],
    ["trim", { trim: "x".repeat(121) }],
    ["previousKeepers", { previousKeepers: -1 }],
    ["serviceHistory", { serviceHistory: "maybe" }],
    ["firstRegistration", { firstRegistration: "March" }],
    ["options", { options: ["x".repeat(81)] }],
    ["advertUrl", { advertUrl: "http://dealer.example/1" }],
  ])("refuses an invalid %s, names the field and changes nothing: %j", async (field, wrong) => {
    const car = await aCar();
    const before = await own(car.id);
    const answer = await change(car.id, { location: "Porto", ...wrong });
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields).toHaveProperty(field);
    expect(await own(car.id)).toEqual(before);
  });

  test("ignores fields that a seller may not set", async () => {
    const car = await aCar();
    const forged = { isAdvertise: true, sellerId: buyer.id, createdAt: "2001-01-01", image: "/x" };
    expect((await change(car.id, { ...forged, location: "Faro" })).body.modifiedCount).toBe(1);
    expect(await own(car.id)).toMatchObject({
      isAdvertise: false,
      email: seller.email,
      location: "Faro",
      imageIsIllustration: true,
      createdAt: car.createdAt.toISOString(),
    });
  });

  test("answers not found for another seller's, a deleted and an unknown car", async () => {
    const other = await anAccount(shop.deps, { role: "Seller" });
    const car = await aCar();
    expect((await change(car.id, { location: "Faro" }, other.token)).status).toBe(404);
    expect((await own(car.id)).location).toBe("Lisbon");
    await shop.call("DELETE", `/api/addproduct/${car.id}`, { token: seller.token });
    for (const id of [car.id, randomUUID(), "1", "%00"]) {
      expect((await change(id, { location: "Faro" })).status).toBe(404);
      const { status } = await shop.call("GET", `/api/addproduct/${id}`, { token: seller.token });
      expect(status).toBe(404);
    }
  });

  test("is refused while a buyer has reserved the car, and when it is sold or removed", async () => {
    const held = await aCar();
    const sold = await aCar();
    const removed = await aCar();
    const booking = await aBooking(shop.deps, { listingId: held.id, buyerId: buyer.id });
    await aBooking(shop.deps, { listingId: sold.id, buyerId: buyer.id, state: "paid" });
    const admin = await anAccount(shop.deps, { role: "admin" });
    await shop.call("DELETE", `/api/addproduct/${removed.id}`, { token: admin.token });
    for (const [car, why] of [
      [held, /reserved this car/],
      [sold, /is sold/],
      [removed, /admin removed/],
    ] as const)
      expect((await change(car.id, { resalePrice: 1 })).body).toEqual({
        modifiedCount: 0,
        message: expect.stringMatching(why),
      });
    expect((await own(held.id)).allowedActions).not.toContain("edit");
    expect((await own(sold.id)).allowedActions).not.toContain("edit");
    await shop.call("DELETE", `/api/bookings/${booking.id}`, { token: buyer.token });
    expect((await own(held.id)).allowedActions).toContain("edit");
    expect((await change(held.id, { resalePrice: 19_000 })).body).toEqual({ modifiedCount: 1 });
  });

  test("and a booking at the same moment never both succeed with different prices", async () => {
    for (let round = 0; round < 12; round += 1) {
      const car = await aCar();
      const person = await anAccount(shop.deps);
      const calls = [
        () => book(car, 20_000, person.token),
        () => change(car.id, { resalePrice: 25_000 }),
      ];
      const answers = await Promise.all(
        (round % 2 ? calls.toReversed() : calls).map((call) => call()),
      );
      const done = answers.filter(({ body }) => body.acknowledged || body.modifiedCount === 1);
      expect(done).toHaveLength(1);
    }
  });

  test("waits for a booking in progress and is then refused", async () => {
    const car = await aCar();
    const client = await shop.deps.pool.connect();
    await client.query("begin");
    await client.query("select from listing where id = $1 for share", [car.id]);
    const changed = change(car.id, { resalePrice: 25_000 });
    await eventually(async () => {
      const { rows } = await shop.deps.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(rows).toHaveLength(1);
    });
    await client.query(
      `insert into booking (id, listing_id, buyer_id, state, item, image, price_minor, due_now_minor, currency, name, email, expires_at)
       values (gen_random_uuid(), $1, $2, 'held', 'BMW', '', 2000000, 2000000, 'USD', 'B', 'b@marque.example', now() + interval '1 day')`,
      [car.id, buyer.id],
    );
    await client.query("commit");
    client.release();
    expect((await changed).body).toMatchObject({ modifiedCount: 0 });
    expect(await pricesOf(car.id)).toEqual([2_000_000]);
  });
});

describe("price changes", () => {
  test("are recorded from the first price on, each once", async () => {
    const car = await aCar();
    await change(car.id, { resalePrice: 19_000 });
    await change(car.id, { resalePrice: 19_000, location: "Faro" });
    await change(car.id, { resalePrice: 21_000 });
    expect(await pricesOf(car.id)).toEqual([2_000_000, 1_900_000, 2_100_000]);
  });

  test("are not recorded if the change fails", async () => {
    const car = await aCar();
    await change(car.id, { resalePrice: 19_000, photos: [{ image: "/nothing" }] });
    expect(await pricesOf(car.id)).toEqual([2_000_000]);
  });

  test.each([
    "update listing_price_change set price_minor = 1",
    "delete from listing_price_change",
    "truncate listing_price_change",
  ])("cannot be rewritten: %s", async (statement) => {
    await expect(shop.deps.pool.query(statement)).rejects.toThrow("append-only");
  });
});

describe("photos", () => {
  const added = async (body: object) =>
    shop.call("POST", "/api/addproduct", {
      token: seller.token,
      body: {
        name: "A car",
        category: "BMW",
        originalPrice: 2,
        resalePrice: 1,
        condition: "Good",
        ...body,
      },
    });

  test("are added in order with the first as the cover", async () => {
    const one = await anUpload();
    const two = await anUpload();
    const photos = [
      { image: `http://localhost:3000${one}`, alt: "Front" },
      { image: two, alt: "" },
    ];
    const { body } = await added({ photos });
    expect(await own(body.insertedId)).toMatchObject({
      image: one,
      photos: [
        { image: one, alt: "Front" },
        { image: two, alt: "" },
      ],
    });
    expect(await onSale(body.insertedId)).toMatchObject({ image: one, imageIsIllustration: false });
  });

  test("take the field image as the cover", async () => {
    const one = await anUpload();
    const two = await anUpload();
    const alone = await added({ image: one });
    expect((await own(alone.body.insertedId)).photos).toEqual([{ image: one, alt: "" }]);
    const both = await added({ image: two, photos: [{ image: one }, { image: two, alt: "Side" }] });
    expect((await own(both.body.insertedId)).photos).toEqual([
      { image: two, alt: "Side" },
      { image: one, alt: "" },
    ]);
  });

  test("count once if the same file was uploaded several times", async () => {
    const file = await aPicture();
    const one = await anUpload(file);
    const again = await anUpload(file);
    const other = await anUpload();
    const photos = [one, again, other].map((image) => ({
      image,
      alt: image === again ? "Front" : "",
    }));
    const { body } = await added({ photos });
    const shown = [
      { image: one, alt: "Front" },
      { image: other, alt: "" },
    ];
    expect((await own(body.insertedId)).photos).toEqual(shown);
    await change(body.insertedId, { photos: [...shown, { image: again, alt: "" }] });
    expect((await own(body.insertedId)).photos).toEqual(shown);
  });

  test("count once however often and in whatever spelling they are given", async () => {
    const one = await anUpload();
    const two = await anUpload();
    const id = one.split("/")[2];
    const spellings = ["320.jpg", "640.avif", "1200.webp", "1200.jpg?again", "1200.jpg#again"];
    const photos = [
      one,
      `http://localhost:3000${one}`,
      ...spellings.map((name) => `/images/${id}/${name}`),
      two,
      ...Array.from({ length: 16 }, () => one),
    ].map((image, at) => ({ image, alt: at === 1 ? "Front" : "" }));
    expect(photos).toHaveLength(24);
    const shown = [
      { image: one, alt: "Front" },
      { image: two, alt: "" },
    ];
    const { body } = await added({ photos });
    expect((await own(body.insertedId)).photos).toEqual(shown);
    await change(body.insertedId, { photos: photos.toReversed() });
    expect((await own(body.insertedId)).photos).toEqual([
      { image: one, alt: "Front" },
      { image: two, alt: "" },
    ]);
  });

  test("can be at most 24", async () => {
    const photos = Array.from({ length: 25 }, (_, at) => ({ image: `/images/${at}` }));
    for (const body of [{ photos }, { photos: photos.slice(1), image: "/images/0" }])
      expect((await added(body)).status).toBe(400);
    const car = await aCar();
    const answer = await change(car.id, { photos });
    expect(answer.body.error.fields).toEqual({ photos: "A car can have at most 24 photos." });
  });

  test("are reordered, described and removed, and only removed ones disappear", async () => {
    const one = await anUpload();
    const two = await anUpload();
    const three = await anUpload();
    const { body } = await added({ photos: [{ image: one }, { image: two }] });
    const id = body.insertedId as string;
    await change(id, { photos: [{ image: three }, { image: two, alt: "Rear" }] });
    expect(await onSale(id)).toMatchObject({ image: three });
    expect((await own(id)).photos).toEqual([
      { image: three, alt: "" },
      { image: two, alt: "Rear" },
    ]);
    await removeExpiredImages(shop.deps);
    expect([await shows(one), await shows(two), await shows(three)]).toEqual([404, 200, 200]);
    await change(id, { photos: [] });
    expect(await onSale(id)).toMatchObject({ imageIsIllustration: true });
    expect([await shows(two), await shows(three)]).toEqual([404, 404]);
  });

  test("stay while a booking or another car shows them", async () => {
    const booked = await anUpload();
    const shared = await anUpload();
    const car = await aCar({ photos: [{ image: booked, alt: "" }] });
    await added({ photos: [{ image: booked }, { image: shared }] });
    await added({ photos: [{ image: shared }] });
    const { body } = await book(car, 20_000);
    await shop.call("DELETE", `/api/bookings/${body.insertedId}`, { token: buyer.token });
    for (const { _id } of (await shop.call("GET", "/api/addproduct", { token: seller.token })).body)
      if (_id !== car.id) await change(_id, { photos: [] });
    await change(car.id, { photos: [] });
    expect([await shows(booked), await shows(shared)]).toEqual([200, 404]);
    const { body: bookings } = await shop.call("GET", "/api/bookings", { token: buyer.token });
    expect(bookings[0].image).toBe(booked);
  });
});
