import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

type User = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: User;
let buyer: User;
let otherBuyer: User;
let admin: User;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller" });
  buyer = await anAccount(shop.deps);
  otherBuyer = await anAccount(shop.deps);
  admin = await anAccount(shop.deps, { role: "admin" });
});

afterAll(() => shop.close());

const form = {
  name: "Audi RS6",
  originalPrice: 2,
  resalePrice: 1,
  category: "Audi",
  condition: "Good",
};
const hostile = [
  `'; drop table listing; --`,
  `" or ""="`,
  `<script>alert(1)</script>`,
  `<img src=x onerror=alert(1)>`,
  "${7*7}{{7*7}}",
  "%00%0a\r\nSet-Cookie: a=b",
  "\u202egnp.exe",
  "💥".repeat(20),
];

async function everything(): Promise<string> {
  const { rows } = await shop.deps.db.execute<{ row: unknown }>(sql`
    select to_jsonb(listing) as row from listing union all select to_jsonb(booking) from booking
    union all select to_jsonb(report) from report union all select to_jsonb(account) from account`);
  return JSON.stringify(rows);
}

// ASVS 3.2.2
test("stores and returns SQL and HTML in every text field unchanged", async () => {
  for (const text of hostile) {
    const fields = {
      name: text,
      location: text,
      phone: text.slice(0, 40),
      description: text,
      model: text,
      colour: text.slice(0, 60),
    };
    const added = await shop.call("POST", "/api/addproduct", {
      token: seller.token,
      body: { ...form, ...fields },
    });
    expect(added.status).toBe(200);
    const { body: products } = await shop.call("GET", "/api/addproduct?limit=200", {
      token: seller.token,
    });
    const product = products.find((one: { _id: string }) => one._id === added.body.insertedId);
    expect(product).toMatchObject({
      name: text.trim(),
      location: text.trim(),
      description: text.trim(),
      model: text.trim(),
    });
    const booked = await shop.call("POST", "/api/bookings", {
      token: buyer.token,
      body: {
        productId: product._id,
        item: text,
        price: 1,
        phone: text.slice(0, 40),
        location: text,
        image: text,
      },
    });
    expect(booked.body.acknowledged).toBe(true);
    expect(
      (await shop.call("GET", `/api/bookings/${booked.body.insertedId}`, { token: buyer.token }))
        .body,
    ).toMatchObject({ item: text.trim(), location: text.trim() });
    await shop.call("DELETE", `/api/bookings/${booked.body.insertedId}`, { token: buyer.token });
    const report = await shop.call("PUT", `/api/reportedProducts/${product._id}`, {
      token: buyer.token,
      body: { reason: text },
    });
    expect(report.body).toEqual({ matchedCount: 1 });
    const { body: reported } = await shop.call("GET", "/api/reportedProducts", {
      token: admin.token,
    });
    expect(reported[0].reporters[0].reason).toBe(text.trim());
    expect(String((await shop.call("GET", "/api/products/3")).headers["content-type"])).toContain(
      "application/json",
    );
  }
});

// ASVS 2.2.2
test("refuses a megabyte in any field and stores nothing", async () => {
  const long = "x".repeat(1_000_000);
  const before = await everything();
  const car = (await shop.call("GET", "/api/products/3")).body[0];
  const answers = [];
  for (const field of [
    "name",
    "location",
    "phone",
    "description",
    "image",
    "model",
    "colour",
    "vin",
    "category",
    "condition",
    "resalePrice",
    "unknown",
  ])
    answers.push(
      await shop.call("POST", "/api/addproduct", {
        token: seller.token,
        body: { ...form, [field]: long },
      }),
    );
  for (const field of ["item", "phone", "location", "image", "productId", "price"])
    answers.push(
      await shop.call("POST", "/api/bookings", {
        token: buyer.token,
        body: { productId: car._id, item: "x", price: 1, [field]: long },
      }),
    );
  answers.push(
    await shop.call("PUT", `/api/reportedProducts/${car._id}`, {
      token: otherBuyer.token,
      body: { reason: long },
    }),
  );
  for (const answer of answers) expect(answer.status).toBe(413);
  for (const [call, asSeller, asBuyer] of [
    ["PUT products", 400, 400],
    ["DELETE addproduct", 400, 400],
    ["DELETE bookings", 400, 400],
    ["PUT reportedProducts", 400, 400],
  ] as const) {
    const [method, path] = call.split(" ") as ["PUT" | "DELETE", string];
    const statuses = await Promise.all(
      [seller, buyer].map(async ({ token }) => {
        const url = `/api/${path}/${long.slice(0, 9_000)}`;
        return (await shop.call(method, url, { token })).status;
      }),
    );
    expect([call, ...statuses]).toEqual([call, asSeller, asBuyer]);
  }
  expect(await everything()).toBe(before);
});

// ASVS 2.2.1
test("refuses a field just over its limit", async () => {
  for (const [field, length] of [
    ["name", 161],
    ["location", 161],
    ["phone", 41],
    ["description", 5_001],
    ["model", 81],
    ["colour", 61],
  ] as const) {
    const answer = await shop.call("POST", "/api/addproduct", {
      token: seller.token,
      body: { ...form, [field]: "x".repeat(length) },
    });
    expect([answer.status, Object.keys(answer.body.error.fields)]).toEqual([400, [field]]);
  }
});

test("refuses what no database can store before it reaches one", async () => {
  const half = "\ud83d";
  for (const body of [
    { ...form, name: "a\u0000" },
    { ...form, location: "\u0000" },
    { ...form, description: half },
  ])
    expect((await shop.call("POST", "/api/addproduct", { token: seller.token, body })).status).toBe(
      400,
    );
  expect(
    (
      await shop.call("POST", "/api/bookings", {
        token: buyer.token,
        body: { item: "\u0000", price: 1 },
      })
    ).status,
  ).toBe(400);
  const refused = await shop.call("PUT", `/api/seller/suspend/${seller.id}`, {
    token: admin.token,
    body: { reason: half },
  });
  expect([refused.status, Object.keys(refused.body.error.fields)]).toEqual([400, ["reason"]]);
});
