import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { issueReceipt } from "#server/payments/receipts/issue-receipt.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { exampleRequest, type ApiDocument } from "#testing/example-request.ts";
import { createTestApp } from "#testing/test-app.ts";
import { policy } from "#server/policy.ts";

const viewers = {
  buyer: "Buyer",
  "other buyer": "Buyer",
  seller: "Seller",
  "other seller": "Seller",
  admin: "admin",
} as const;
type Viewer = keyof typeof viewers;
const everyViewer = Object.keys(viewers) as Viewer[];

let shop: Awaited<ReturnType<typeof createTestApp>>;
let document: ApiDocument;
let people: Record<Viewer, Awaited<ReturnType<typeof anAccount>>>;

beforeAll(async () => {
  shop = await createTestApp();
  document = (await shop.call("GET", "/api/openapi.json")).body as ApiDocument;
  const accounts = everyViewer.map(
    async (viewer) => [viewer, await anAccount(shop.deps, { role: viewers[viewer] })] as const,
  );
  people = Object.fromEntries(await Promise.all(accounts)) as typeof people;
  const body = { url: "https://erp.example.com/hook" };
  await shop.call("PUT", "/api/webhook", { token: people.seller.token, body });
});

afterAll(() => shop.close());

const aCar = async () => (await aListing(shop.deps, { sellerId: people.seller.id })).id;
const aHold = async () =>
  (await aBooking(shop.deps, { listingId: await aCar(), buyerId: people.buyer.id })).id;
const aSale = async () => {
  const given = { listingId: await aCar(), buyerId: people.buyer.id };
  return (await aBooking(shop.deps, { ...given, state: "paid" })).id;
};
const aPaidBooking = async () => {
  const bookingId = await aHold();
  const payment = { bookingId, transactionId: `pi_${bookingId}`, paidMinor: 2_000_000 };
  await issueReceipt(shop.deps.db, payment, shop.deps);
  return bookingId;
};
const aReview = async () => {
  const id = randomUUID();
  await shop.deps.db.execute(sql`
    insert into review (id, booking_id, side, author_id, subject_id, stars, text, created_at, visible_from)
    values (${id}, ${await aSale()}, 'buyer', ${people.buyer.id}, ${people.seller.id}, 4, 'Good', now(), now())`);
  return id;
};
const aSavedSearch = async () => {
  const id = randomUUID();
  await shop.deps.db.execute(sql`
    insert into saved_search (id, account_id, name, search, key)
    values (${id}, ${people.buyer.id}, 'BMW', 'make=BMW', ${id})`);
  return id;
};
const aKey = async () => {
  const body = { name: "ERP", scopes: ["stock:read"] };
  const answer = await shop.call("POST", "/api/keys", { token: people.seller.token, body });
  return answer.body.insertedId as string;
};
const aDelivery = async () => {
  const id = randomUUID();
  await shop.deps.db.execute(sql`
    insert into webhook_delivery (id, endpoint_id, booking_id, type)
    select ${id}, id, ${await aHold()}, 'booking.created'
    from webhook_endpoint where account_id = ${people.seller.id}`);
  return id;
};
const aModerationAction = async () => {
  const id = randomUUID();
  await shop.deps.db.execute(sql`
    insert into moderation_action (id, kind, seller_id, listing_id)
    values (${id}, 'removal', ${people.seller.id}, ${await aCar()})`);
  return id;
};

/** A feed of the seller, with a plan without changes. */
async function aFeed(state: "waiting" | "applied" = "waiting") {
  const id = randomUUID();
  const planId = randomUUID();
  const version = state === "applied" ? 1 : 0;
  await shop.deps.db.execute(sql`
    insert into feed (id, seller_id, name, version) values (${id}, ${people.seller.id}, ${id}, ${version})`);
  await shop.deps.db.execute(sql`
    insert into feed_plan (id, feed_id, feed_version, state, source, options, columns, rows, refused,
      unchanged, held, repeated, review, left_out)
    values (${planId}, ${id}, 0, ${state}, 'a.csv', '{}', '[]', 0, 0, 0, '[]', '[]', '[]', '{}')`);
  return { params: { id, planId } };
}

/** A feed that says another price of a car of the seller. */
async function aFeedWithAnEdit(bodyOf: (car: string) => object): Promise<Request> {
  const { params } = await aFeed();
  const car = await aCar();
  await shop.deps.db.execute(sql`
    insert into feed_car (feed_id, identity, listing_id, said)
    values (${params.id}, 'stock 1', ${car}, '{"resalePriceMinor": 1}')`);
  return { params, body: bodyOf(car) };
}

/** What fills a call's path. The body is the documentation's example if none is given. */
type Request = { params: Record<string, string>; body?: object };
/** What a path is about, new for each request, and whose it is. */
type Subject = { of: () => Promise<Request>; owners: readonly Viewer[] };

const byId = (of: () => Promise<string>) => async () => ({ params: { id: await of() } });
const winner = "shop";

/** Subjects by the beginnings of paths. The longest counts. */
const subjects: Record<string, Subject> = {
  "/api/addproduct/:id": { of: byId(aCar), owners: ["seller", "admin"] },
  "/api/bookings/:id": { of: byId(aHold), owners: ["buyer", "admin"] },
  "/api/bookings/:id/receipt": { of: byId(aPaidBooking), owners: ["buyer", "seller", "admin"] },
  "/api/bookings/:id/review": { of: byId(aSale), owners: ["buyer", "seller"] },
  "/api/favorites/:id": { of: byId(aCar), owners: everyViewer },
  "/api/feeds/:id": { of: aFeed, owners: ["seller"] },
  "/api/feeds/:id/edits": {
    of: () => aFeedWithAnEdit((car) => ({ winner, productId: car, field: "price" })),
    owners: ["seller"],
  },
  "/api/feeds/:id/edits/bulk": {
    of: () => aFeedWithAnEdit((car) => ({ winner, edits: [{ productId: car, field: "price" }] })),
    owners: ["seller"],
  },
  "/api/feeds/:id/edits/bulk/all": {
    of: () => aFeedWithAnEdit(() => ({ winner, count: 1 })),
    owners: ["seller"],
  },
  "/api/feeds/:id/plans/:planId/undo": { of: () => aFeed("applied"), owners: ["seller"] },
  "/api/keys/:id": { of: byId(aKey), owners: ["seller"] },
  "/api/products/:id": { of: byId(aCar), owners: ["seller"] },
  "/api/reportedProducts/:id": { of: byId(aCar), owners: ["buyer", "other buyer"] },
  "/api/reviews/:id/answer": { of: byId(aReview), owners: ["seller"] },
  // By everyone but its author.
  "/api/reviews/:id/report": {
    of: byId(aReview),
    owners: ["other buyer", "seller", "other seller"],
  },
  "/api/saved-searches/:id": { of: byId(aSavedSearch), owners: ["buyer"] },
  "/api/webhook/deliveries/:id": { of: byId(aDelivery), owners: ["seller"] },
};

function subjectOf(path: string): Subject {
  const [beginning] = Object.keys(subjects)
    .filter((start) => path.startsWith(start))
    .toSorted((a, b) => b.length - a.length);
  if (beginning === undefined) throw new Error(`Add a subject for ${path} to ownership.test.ts.`);
  return subjects[beginning]!;
}

// ASVS 8.2.2
test("what belongs to others is unknown to every call", { timeout: 120_000 }, async () => {
  const answered: Record<string, number> = {};
  const expected: Record<string, number> = {};
  for (const [call, rule] of Object.entries(policy)) {
    const path = call.split(" ")[1]!;
    // Admins may reach everything that only they can call, and emails are below.
    const isPersonal = Array.isArray(rule) && (rule.includes("Buyer") || rule.includes("Seller"));
    if (!isPersonal || !path.includes(":") || path.includes(":email")) continue;
    const { of, owners } = subjectOf(path);
    for (const viewer of everyViewer.filter((name) => rule.includes(viewers[name]))) {
      const { params, body } = await of();
      const { method, url, ...example } = exampleRequest(document, call, params);
      const sent = method === "GET" ? {} : { ...example, ...(body && { body }) };
      const { status } = await shop.call(method, url, { ...sent, token: people[viewer].token });
      answered[`${call} by ${viewer}`] = status;
      expected[`${call} by ${viewer}`] = owners.includes(viewer) ? 200 : 404;
    }
  }
  expect(answered).toEqual(expected);
});

type Named = { path: string; body?: object };

/** Calls that name what they are about in their body, in a parameter or by an email. */
const named: [call: string, of: () => Promise<Named>, statuses: Partial<Record<Viewer, number>>][] =
  [
    [
      "POST /api/create-payment-intent",
      async () => ({
        path: "/api/create-payment-intent",
        body: { bookingId: await aHold(), price: 20_000 },
      }),
      { buyer: 200, "other buyer": 404 },
    ],
    [
      "POST /api/appeals",
      async () => ({
        path: "/api/appeals",
        body: { actionId: await aModerationAction(), text: "It is mine." },
      }),
      { seller: 200, "other seller": 404 },
    ],
    [
      "GET /api/bookings",
      async () => ({ path: `/api/bookings?email=${people.buyer.email}` }),
      { buyer: 200, "other buyer": 403, admin: 200 },
    ],
    [
      "GET /api/users/admin/:email",
      async () => ({ path: `/api/users/admin/${people.buyer.email}` }),
      { buyer: 200, "other buyer": 403, seller: 403, "other seller": 403, admin: 200 },
    ],
    [
      "GET /api/users/seller/:email",
      async () => ({ path: `/api/users/seller/${people.seller.email}` }),
      { buyer: 403, "other buyer": 403, seller: 200, "other seller": 403, admin: 200 },
    ],
  ];

test.each(named)("%s refuses what belongs to others", async (call, of, statuses) => {
  const answered: Partial<Record<Viewer, number>> = {};
  for (const viewer of Object.keys(statuses) as Viewer[]) {
    const { path, body } = await of();
    const method = call.split(" ")[0] as "GET" | "POST";
    const { status } = await shop.call(method, path, { body, token: people[viewer].token });
    answered[viewer] = status;
  }
  expect(answered).toEqual(statuses);
});
