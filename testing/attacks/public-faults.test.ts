import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { policy } from "#server/policy.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp, type Call } from "#testing/test-app.ts";

// Classic faults of marketplaces in what is open to everybody. Each test is the attack.

type User = Awaited<ReturnType<typeof anAccount>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let people: Record<"Buyer" | "Seller" | "admin", User>;

beforeAll(async () => {
  shop = await createTestApp();
  people = {
    Buyer: await anAccount(shop.deps),
    Seller: await anAccount(shop.deps, { role: "Seller", phone: "+1 800 555 0199" }),
    admin: await anAccount(shop.deps, { role: "admin" }),
  };
});
afterAll(() => shop.close());

// ASVS 8.2.1
test("handler running on after a refusal: a refused call changes nothing at all", async () => {
  const car = await aListing(shop.deps, { sellerId: people.Seller.id });
  const held = await aListing(shop.deps, { sellerId: people.Seller.id });
  const hold = await aBooking(shop.deps, { listingId: held.id, buyerId: people.Buyer.id });
  const body = {
    name: "X",
    originalPrice: 2,
    resalePrice: 1,
    category: "BMW",
    condition: "Good",
    productId: car.id,
    item: car.name,
    price: 20_000,
    bookingId: hold.id,
    role: "Buyer",
    reason: "goodwill",
    message: "Because",
  };
  const idFor = (url: string) => {
    if (url.includes("/bookings/")) return hold.id;
    if (/\/(buyer|seller|users)\//.test(url))
      return people[url.includes("/buyer/") ? "Buyer" : "Seller"].id;
    return car.id;
  };
  const everything = async () => {
    const { rows } = await shop.deps.db.execute<{ table_name: string }>(sql`
      select table_name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`);
    const counts = await Promise.all(
      rows.map(async ({ table_name: name }) => {
        const result = await shop.deps.db.execute(
          sql`select coalesce(md5(string_agg(to_jsonb(t)::text, ',' order by to_jsonb(t)::text)), '') as sum from ${sql.identifier(name)} t`,
        );
        return `${name} ${result.rows[0]!.sum as string}`;
      }),
    );
    return counts.filter((line) => !line.startsWith("rate_limit_count"));
  };
  const before = await everything();
  let refused = 0;
  for (const [call, rule] of Object.entries(policy)) {
    const [method, url] = call.split(" ") as ["GET" | "PUT" | "POST" | "DELETE", string];
    if (method === "GET" || !Array.isArray(rule)) continue;
    const wrong = Object.keys(people).filter((role) => !rule.includes(role)) as "admin"[];
    const callers: (Call & { expected: number })[] = [
      { expected: 401 },
      { expected: 401, headers: { authorization: "Bearer a.b.c" } },
      ...wrong.map((role) => ({ expected: 403, token: people[role].token })),
    ];
    const path = url.replace(/:\w+/, idFor(url));
    for (const { expected, ...caller } of callers) {
      const { status } = await shop.call(method, path, { ...caller, body });
      expect([call, status]).toEqual([call, expected]);
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(50);
  expect(await everything()).toEqual(before);
});

// ASVS 8.2.3
test("public lists hold no email, phone number or account id", async () => {
  await aListing(shop.deps, {
    sellerId: people.Seller.id,
    phone: "+1 800 555 0177",
    make: "BMW" as const,
    isAdvertised: true,
  });
  const secrets = [people.Seller.email, "555 0177", "555 0199", people.Seller.id];
  for (const path of ["products?limit=200", "products/1?limit=200", "category", "openapi.json"]) {
    const { status, body } = await shop.call("GET", `/api/${path}`);
    expect(status).toBe(200);
    const text = JSON.stringify(body);
    for (const secret of secrets) expect([path, text.includes(secret)]).toEqual([path, false]);
  }
  for (const path of ["users", "buyer", "seller", "reportedProducts", "audit", "addproduct"])
    for (const token of [undefined, people.Buyer.token])
      expect((await shop.call("GET", `/api/${path}`, { token })).status).toBe(token ? 403 : 401);
  // Nor does a member learn who else is one.
  for (const path of ["users/admin", "users/seller"])
    for (const email of [people.admin.email, "nobody@example.com"])
      expect(
        (await shop.call("GET", `/api/${path}/${email}`, { token: people.Buyer.token })).status,
      ).toBe(403);
});

test("regular expressions from users: what is sent is compared, never run as a pattern", async () => {
  const image = "https://pictures.example/unmistakable.jpg";
  const car = await aListing(shop.deps, {
    sellerId: people.Seller.id,
    name: "Unmistakable (M)+",
    image,
  });
  const patterns = [".*", "Unmistakable.*", "%", "Unmistakable%", "_nmistakable (M)+", "^U", "("];
  for (const item of [...patterns, `${"(a+)+".repeat(30)}$`, "\\"]) {
    const { status, body } = await shop.call("POST", "/api/bookings", {
      token: people.Buyer.token,
      body: { item, price: 20_000, image },
    });
    expect([item, status, body.acknowledged]).toEqual([item, 200, false]);
  }
  for (const [email, refusal] of [
    [".*@marque.example", 400],
    ["%25@marque.example", 400],
    ["person-_@marque.example", 403],
  ] as const) {
    const { token } = people.Buyer;
    const { status } = await shop.call("GET", `/api/bookings?email=${email}`, { token });
    expect([email, status]).toEqual([email, refusal]);
  }
  const { token } = people.admin;
  const searches = ["users?q", "seller?q", "buyer?q", "bookings?q", "reportedProducts?q"];
  for (const search of [...searches, "audit?actor", "audit?subject"])
    for (const pattern of ["%", ".*", "_", "^", "p.rson", "%person%", "(", "\\", "(a+)+$"]) {
      const address = `/api/${search}=${encodeURIComponent(pattern)}`;
      const { status, headers } = await shop.call("GET", address, { token });
      expect([address, status, headers["x-total-count"]]).toEqual([address, 200, "0"]);
    }
  // The seller exists and is found by their own name.
  const answer = await shop.call("GET", "/api/users?q=PERSON", { token });
  expect(Number(answer.headers["x-total-count"])).toBeGreaterThan(0);
  expect(shop.deps.catalogue.find(car.id)?.status).toBe("available");
});

// ASVS 3.4.2, 3.5.2
test("open CORS: pages of others may read nothing and send nothing but plain forms", async () => {
  const origin = "https://evil.example";
  for (const url of [
    "/api/products",
    "/api/users",
    `/api/jwt?email=${people.Buyer.email}`,
    "/api/auth/get-session",
    "/api/no-such-call",
    "/images/x/y",
  ]) {
    const read = await shop.call("GET", url, {
      token: people.admin.token,
      headers: { origin, "sec-fetch-site": "cross-site" },
    });
    const unnegotiated = await shop.app.inject({
      method: "OPTIONS",
      url,
      headers: {
        origin,
        "access-control-request-method": "PUT",
        "access-control-request-headers": "authorization, content-type",
      },
    });
    expect([url, unnegotiated.statusCode]).toEqual([url, 404]);
    for (const { headers } of [read, unnegotiated])
      expect(Object.keys(headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  }
  // What a form can send without asking is refused by its origin, or for want of a token.
  const form = { origin, "content-type": "application/x-www-form-urlencoded" };
  for (const [url, status] of [
    ["/api/auth/sign-in/email", 415],
    ["/api/auth/sign-out", 415],
    ["/api/users", 403],
    ["/api/bookings", 401],
  ] as const)
    expect([
      url,
      (await shop.call("POST", url, { headers: form, body: "name=a&role=Seller" })).status,
    ]).toEqual([url, status]);
});

// ASVS 2.3.2
test("report spam: one person counts once, however often and however fast they report", async () => {
  const car = await aListing(shop.deps, { sellerId: people.Seller.id });
  const report = (token: string) =>
    shop.call("PUT", `/api/reportedProducts/${car.id}`, { token, body: { reason: "fake" } });
  const answers = await Promise.all(Array.from({ length: 12 }, () => report(people.Buyer.token)));
  expect(answers.filter(({ body }) => body.matchedCount === 1)).toHaveLength(1);
  expect((await report((await anAccount(shop.deps)).token)).body.matchedCount).toBe(1);
  const { body } = await shop.call("GET", "/api/reportedProducts", { token: people.admin.token });
  expect(body.find((one: { _id: string }) => one._id === car.id).reportCount).toBe(2);
});

test("misspelled parameters: every call but those that others make names one that it does not know", async () => {
  const openToAny = ["POST /api/payments/webhook"];
  for (const [call, rule] of Object.entries(policy)) {
    const [method, url] = call.split(" ") as ["GET" | "PUT" | "POST" | "DELETE", string];
    if (url === "/api/openapi.json" || openToAny.includes(call) || rule === "session") continue;
    const path = `${url.replace(/:\w+/, "1")}?page=2&toString=x`;
    const role = Array.isArray(rule) ? (rule[0] as "Buyer") : "Buyer";
    const { status, body } = await shop.call(method, path, { token: people[role].token });
    expect([call, status]).toEqual([call, 400]);
    expect(body.error).toMatchObject({
      code: "invalid_input",
      fields: { page: expect.any(String) },
    });
  }
  const closed = await shop.call("GET", "/api/users?page=2");
  expect(closed.status).toBe(401);
});

test("HEAD in place of GET: what is closed to a caller answers it no headers either", async () => {
  for (const [call, rule] of Object.entries(policy)) {
    const [method, url] = call.split(" ") as [string, string];
    if (method !== "GET" || !Array.isArray(rule)) continue;
    const { statusCode } = await shop.app.inject({ method: "HEAD", url: url.replace(/:\w+/, "1") });
    expect([call, statusCode]).toEqual([call, 401]);
  }
});
