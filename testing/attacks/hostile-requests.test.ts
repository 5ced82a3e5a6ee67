import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ApiDocument, Schema } from "#testing/random-requests/read-operations.ts";
import { anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";

type User = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let seller: User;
let buyer: User;
let admin: User;

beforeAll(async () => {
  shop = await createTestApp();
  seller = await anAccount(shop.deps, { role: "Seller" });
  buyer = await anAccount(shop.deps);
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

// ASVS 2.2.1
test("answers 404 for malformed ids", async () => {
  const ids = [
    "1",
    "0",
    "-1",
    "null",
    "undefined",
    "NaN",
    "[object Object]",
    "{}",
    "%00",
    "a".repeat(64),
    "00000000-0000-0000-0000-00000000000g",
    `${randomUUID()}0`,
    "' or '1'='1",
    "../../etc/passwd",
    randomUUID().toUpperCase(),
    "💥",
  ];
  for (const id of ids) {
    const path = encodeURIComponent(id);
    const answers = await Promise.all([
      shop.call("GET", `/api/bookings/${path}`, { token: buyer.token }),
      shop.call("DELETE", `/api/bookings/${path}`, { token: buyer.token }),
      shop.call("PUT", `/api/reportedProducts/${path}`, { token: buyer.token }),
      shop.call("PUT", `/api/products/${path}`, { token: seller.token }),
      shop.call("DELETE", `/api/addproduct/${path}`, { token: admin.token }),
      shop.call("POST", `/api/reportedProducts/${path}/remove`, { token: admin.token }),
    ]);
    expect([id, ...answers.map((answer) => answer.status)]).toEqual([
      id,
      404,
      404,
      404,
      404,
      404,
      404,
    ]);
  }
  const odd = await shop.call("POST", "/api/bookings", {
    token: buyer.token,
    body: { productId: "1", item: "x", price: 1 },
  });
  expect([odd.status, odd.body.error.fields]).toEqual([400, { productId: expect.any(String) }]);
});

test("takes numbers as numbers or numerals, and nothing else as a number", async () => {
  const priced = (price: unknown) =>
    shop.call("POST", "/api/bookings", { token: buyer.token, body: { item: "x", price } });
  for (const price of [true, false, null, "", " ", [5], [], {}, "1e400", "five", "NaN"]) {
    const { status, body } = await priced(price);
    expect([price, status, body.error?.fields]).toEqual([
      price,
      400,
      { price: "Price must be a number." },
    ]);
  }
  for (const price of [5, "5", " 5.50 "]) expect((await priced(price)).status).toBe(200);
  const { status, body } = await shop.call("POST", "/api/addproduct", {
    token: seller.token,
    body: { ...form, originalPrice: true, year: [2019], mileage: false },
  });
  expect([status, Object.keys(body.error.fields).toSorted()]).toEqual([
    400,
    ["mileage", "originalPrice", "year"],
  ]);
});

test("no call reads an empty parameter as the number 0", async () => {
  const { paths } = (await shop.call("GET", "/api/openapi.json")).body as ApiDocument;
  const isNumber = ({ type, pattern }: Schema) =>
    type === "integer" || type === "number" || pattern?.startsWith("^\\d");
  const read: string[] = [];
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { parameters = [] }] of Object.entries(methods))
      for (const { name } of parameters.filter((parameter) => isNumber(parameter.schema)))
        for (const empty of ["", "%20"]) {
          const url = `${path.replace(/\{\w+\}/g, randomUUID())}?${name}=${empty}`;
          const send = ({ token }: User) =>
            shop.call(method.toUpperCase() as "GET", url, { token });
          const answers = await Promise.all([send(seller), send(buyer), send(admin)]);
          const allowed = answers.filter(({ status }) => status !== 403);
          for (const { status, body } of allowed)
            expect([url, status, body.error.fields[name]]).toEqual([
              url,
              400,
              expect.stringMatching(/ must be a .*number/),
            ]);
          if (allowed.length > 0) read.push(`${method} ${path} ${name}`);
        }
  expect(read).toEqual(
    expect.arrayContaining([
      "get /api/users limit",
      "get /api/listings limit",
      "get /api/listings priceMin",
      "get /api/listings/{id}/similar limit",
      "get /api/history/chain limit",
      "get /api/history/chain after",
      "get /api/addproduct priceMax",
      "get /api/valuation/estimate mileage",
      "post /api/feeds/{id}/plans correctionsBytes",
      "post /api/feeds/{id}/preview columnsBytes",
      "post /api/images expiration",
    ]),
  );
});

test("a path that is too long is refused with the request's id", async () => {
  const { status, headers, body } = await shop.call("GET", `/api/bookings/${"a".repeat(400)}`);
  expect([status, headers["x-request-id"]]).toEqual([400, body.error.requestId]);
});

// ASVS 3.5.2
test("refuses wrong content types and malformed JSON with our messages", async () => {
  const send = async (body: string, type: string) => {
    const response = await shop.app.inject({
      method: "POST",
      url: "/api/addproduct",
      headers: { authorization: `Bearer ${seller.token}`, "content-type": type },
      payload: body,
    });
    expect(response.json()).toMatchObject({
      message: expect.any(String),
      error: { code: expect.any(String), requestId: expect.any(String) },
    });
    return response.statusCode;
  };
  const json = JSON.stringify(form);
  for (const type of [
    "text/plain",
    "application/xml",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "nonsense",
  ])
    expect([type, await send(json, type)]).toEqual([type, 415]);
  for (const body of ["{", '{"name":', "[1,", "undefined", "{'a':1}", "\u0000", `{"name": 1`])
    expect([body, await send(body, "application/json")]).toEqual([body, 400]);
  for (const body of ["[]", "null", "1", `"text"`, "true", "{}", ""])
    expect([body, await send(body, "application/json")]).toEqual([body, 400]);
});

describe("names of the prototype", () => {
  const names = ["__proto__", "constructor", "prototype"];
  const refusal = (name: string, kind: string) => ({
    code: "invalid_input",
    fields: { [name]: `No call takes a ${kind} ${name}.` },
  });

  test.each(
    names.flatMap((name) => [
      [name, `{"${name}": {"isAdvertise": true}}`],
      [name, `{"a": [{"b": {"${name}": 1}}]}`],
      [name, `{"\\u00${name.charCodeAt(0).toString(16)}${name.slice(1)}": 1}`],
    ]),
  )("%s is refused as a key of a body: %s", async (name, payload) => {
    for (const url of ["/api/addproduct", "/api/auth/sign-in/email", "/api/auth/sign-up/email"]) {
      const response = await shop.app.inject({
        method: "POST",
        url,
        headers: { authorization: `Bearer ${seller.token}`, "content-type": "application/json" },
        payload,
      });
      expect([url, response.statusCode]).toEqual([url, 400]);
      expect(JSON.parse(response.body).error).toMatchObject(refusal(name, "field"));
    }
    expect(({} as Record<string, unknown>).isAdvertise).toBeUndefined();
  });

  test.each(names)("%s is a text like any other as a value", async (name) => {
    const body = { email: "a@example.com", password: `"${name}":` };
    expect((await shop.call("POST", "/api/auth/sign-in/email", { body })).status).toBe(401);
    expect((await shop.call("GET", `/api/listings?q=${name}`)).status).toBe(200);
  });

  test.each(names)("%s is refused as a query parameter of every call and page", async (name) => {
    const calls = [
      "/",
      "/search",
      "/api/listings",
      "/api/health/live",
      "/api/auth/get-session",
      "/api/openapi.json",
      "/images/x",
    ];
    const escaped = `%${name.charCodeAt(0).toString(16)}${name.slice(1)}`;
    for (const url of calls)
      for (const query of [`${name}=1`, name, `a=1&${name}[x]=1`, `a[${name}]=1`, `${escaped}=1`]) {
        const { statusCode, body } = await shop.app.inject({ url: `${url}?${query}` });
        expect([url, query, statusCode]).toEqual([url, query, 400]);
        if (url.startsWith("/api/"))
          expect(JSON.parse(body).error).toMatchObject(refusal(name, "query parameter"));
      }
    const webhook = await shop.app.inject({
      method: "POST",
      url: `/api/payments/webhook?${name}=1`,
      payload: {},
    });
    expect(webhook.statusCode).toBe(400);
  });
});

test("refuses escaped quotes in an unterminated string quickly", async () => {
  const { statusCode } = await shop.app.inject({
    method: "POST",
    url: "/api/auth/sign-in/email",
    headers: { "content-type": "application/json" },
    payload: `"${'\\"'.repeat(131_000)}`,
  });
  expect(statusCode).toBe(400);
});

test("refuses a body with thousands of nested levels", async () => {
  const deep = "[".repeat(60_000) + "]".repeat(60_000);
  const objects = '{"a":'.repeat(20_000) + "1" + "}".repeat(20_000);
  const calls: [url: string, status: number][] = [
    ["/api/auth/passkey/verify-authentication", 400],
    ["/api/auth/sign-in/email", 400],
    ["/api/images", 400],
    ["/api/users", 401],
  ];
  for (const [url, status] of calls)
    for (const inner of [deep, objects]) {
      const response = await shop.app.inject({
        method: "POST",
        url,
        headers: { "content-type": "application/json" },
        payload: `{"response":{"id":"a","type":"public-key","extra":${inner}}}`,
      });
      expect([url, response.statusCode]).toEqual([url, status]);
    }
  const brackets = "[{".repeat(1_000);
  const named = await shop.app.inject({
    method: "POST",
    url: "/api/auth/sign-in/email",
    headers: { "content-type": "application/json" },
    payload: `{"email":${deep}}`,
  });
  expect([named.statusCode, named.json<{ error: { fields: object } }>().error.fields]).toEqual([
    400,
    { body: "The body is nested more than 32 levels deep." },
  ]);
  const text = await shop.call("POST", "/api/addproduct", {
    token: seller.token,
    body: { ...form, description: `"${brackets}\\"${brackets}` },
  });
  expect(text.status).toBe(200);
});

test("a body has a limit of values, so that none is reported thousands of times", async () => {
  const many = (pairs: number) =>
    `{${Array.from({ length: pairs }, (_, at) => `"x${at}":1`).join(",")}}`;
  const columns = `{"name":"Lot","options":{"columns":${many(20_000)}}}`;
  const refused = await shop.app.inject({
    method: "POST",
    url: "/api/feeds",
    headers: { "content-type": "application/json", authorization: `Bearer ${seller.token}` },
    payload: columns,
  });
  const message = "The body has more than 20,000 values.";
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { message, error: { fields: { body: message } } },
  ]);
  const { insertedId } = (
    await shop.call("POST", "/api/feeds", { token: seller.token, body: { name: "Lot" } })
  ).body;
  for (const [call, field] of [
    ["plans", "corrections"],
    ["preview", "columns"],
  ] as const) {
    const leading = many(20_001);
    const { status, body } = await shop.call(
      "POST",
      `/api/feeds/${insertedId}/${call}?file=a.csv&${field}Bytes=${leading.length}`,
      {
        token: seller.token,
        body: Buffer.from(`${leading}make\nBMW\n`),
        headers: { "content-type": "application/octet-stream" },
      },
    );
    const message = `The ${field} has more than 20,000 values.`;
    expect([status, body]).toMatchObject([400, { error: { fields: { [field]: message } } }]);
  }
});
