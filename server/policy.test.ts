import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessTokenKey, signAccessToken } from "#server/identity/sessions/access-token.ts";
import { issueReceipt } from "#server/payments/issue-receipt.ts";
import { confirmationToken } from "#server/freshness/confirm-by-link.ts";
import { unsubscribeToken } from "#server/saved-searches/unsubscribe.ts";
import { aBooking, aFlaggedCar, aListing, anAccount, aVinClaim } from "#testing/builders.ts";
import { createTestApp, type Call } from "#testing/test-app.ts";
import { buildApp } from "./app.ts";
import { policy } from "./policy.ts";

const viewers = [
  "visitor",
  "buyer",
  "other buyer",
  "seller",
  "other seller",
  "admin",
  "deleted account",
  "forged token",
  "expired token",
  "tampered token",
] as const;
type Viewer = (typeof viewers)[number];
type User = Awaited<ReturnType<typeof anAccount>>;

let shop: Awaited<ReturnType<typeof createTestApp>>;
let people: Record<
  "buyer" | "other buyer" | "seller" | "other seller" | "admin" | "deleted account",
  User
>;
let tokens: Record<Viewer, string | undefined>;
let picture: Buffer;
let claimId: string;

beforeAll(async () => {
  shop = await createTestApp();
  const { deps } = shop;
  people = {
    buyer: await anAccount(deps, { role: "Buyer" }),
    "other buyer": await anAccount(deps, { role: "Buyer" }),
    seller: await anAccount(deps, { role: "Seller" }),
    "other seller": await anAccount(deps, { role: "Seller" }),
    admin: await anAccount(deps, { role: "admin" }),
    "deleted account": await anAccount(deps, { role: "admin" }),
  };
  await deps.db.execute(
    sql`update account set deleted_at = now() where id = ${people["deleted account"].id}`,
  );
  const { id: accountId, sessionId } = people.admin;
  const forged = await signAccessToken(
    accessTokenKey("a secret that an attacker guessed, long enough"),
    { accountId, sessionId },
    new Date(),
  );
  const expired = await signAccessToken(
    deps.identity.tokenKey,
    { accountId, sessionId },
    new Date(Date.now() - 2 * 3_600_000),
  );
  tokens = {
    visitor: undefined,
    buyer: people.buyer.token,
    "other buyer": people["other buyer"].token,
    seller: people.seller.token,
    "other seller": people["other seller"].token,
    admin: people.admin.token,
    "deleted account": people["deleted account"].token,
    "forged token": forged.accessToken,
    "expired token": expired.accessToken,
    "tampered token": tampered(people.seller.token, { sub: accountId }),
  };
  claimId = (await aVinClaim(shop)).id;
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#0f3d2e" } })
    .png()
    .toBuffer();
});

afterAll(() => shop.close());

// The claims of another account with the signature of the caller's token.
function tampered(token: string, claims: object): string {
  const [header, payload, signature] = token.split(".") as [string, string, string];
  const changed = {
    ...(JSON.parse(Buffer.from(payload, "base64url").toString()) as object),
    ...claims,
  };
  return [header, Buffer.from(JSON.stringify(changed)).toString("base64url"), signature].join(".");
}

/** A call on new subjects each time, and its status for each of `viewers` (the dead tokens share one). */
type Row = {
  url: () => Promise<string> | string;
  call?: () => Call;
  statuses: [
    visitor: number,
    buyer: number,
    otherBuyer: number,
    seller: number,
    otherSeller: number,
    admin: number,
    deadToken: number,
  ];
};

const anyone: Row["statuses"] = [200, 200, 200, 200, 200, 200, 200];
const nobodyByToken: Row["statuses"] = [401, 401, 401, 401, 401, 401, 401];
const adminOnly: Row["statuses"] = [401, 403, 403, 403, 403, 200, 401];
const ownAccount: Row["statuses"] = [401, 200, 200, 200, 200, 200, 401];
const buyersAndSellers: Row["statuses"] = [401, 200, 200, 200, 200, 403, 401];
const buyersOnly: Row["statuses"] = [401, 200, 200, 403, 403, 403, 401];

const sellersOnly: Row["statuses"] = [401, 403, 403, 200, 200, 403, 401];
const oneSeller: Row["statuses"] = [401, 403, 403, 200, 404, 403, 401];

const aCar = () => aListing(shop.deps, { sellerId: people.seller.id });
const aCarOnOffer = async () => (await aCar()).id;
const aReportedCar = async () => {
  const { id } = await aCar();
  await shop.deps.db.execute(
    sql`insert into report (id, listing_id, reporter_id) values (gen_random_uuid(), ${id}, ${people.buyer.id})`,
  );
  return id;
};
const aSavedSearch = async () => {
  const id = randomUUID();
  await shop.deps.db.execute(
    sql`insert into saved_search (id, account_id, name, search, key) values (${id}, ${people.buyer.id}, 'BMW', 'make=BMW', ${id})`,
  );
  return id;
};
let editedCar = "";
/** The edits of a feed of the seller that says another price of its car, `editedCar`. */
async function aFeedWithAnEdit(): Promise<string> {
  const url = (await aFeedPlan()).split("/plans/")[0]!;
  editedCar = await aCarOnOffer();
  await shop.deps.db.execute(sql`insert into feed_car (feed_id, identity, listing_id, said)
    values (${url.split("/").at(-1)}, 'stock 1', ${editedCar}, '{"resalePriceMinor": 1}')`);
  return `${url}/edits`;
}
/** A feed of the seller, with a plan without changes. */
async function aFeedPlan(state: "waiting" | "applied" = "waiting"): Promise<string> {
  const [id, planId] = [randomUUID(), randomUUID()];
  await shop.deps.db.execute(
    sql`insert into feed (id, seller_id, name, version) values (${id}, ${people.seller.id}, ${id}, ${state === "applied" ? 1 : 0})`,
  );
  await shop.deps.db.execute(sql`
    insert into feed_plan (id, feed_id, feed_version, state, source, options, columns, rows, refused,
      unchanged, held, repeated, review, left_out)
    values (${planId}, ${id}, 0, ${state}, 'a.csv', '{}', '[]', 0, 0, 0, '[]', '[]', '[]', '{}')`);
  return `/api/feeds/${id}/plans/${planId}`;
}
const aFeed = async () => (await aFeedPlan()).split("/plans")[0]!;
const anUnsubscribeToken = async () =>
  unsubscribeToken(shop.deps, { searchId: await aSavedSearch() });
const aHold = async () =>
  (await aBooking(shop.deps, { listingId: await aCarOnOffer(), buyerId: people.buyer.id })).id;
const aPaidBooking = async () => {
  const bookingId = await aHold();
  await issueReceipt(
    shop.deps.db,
    { bookingId, transactionId: `pi_${bookingId}`, paidMinor: 2_000_000 },
    shop.deps,
  );
  return bookingId;
};
const aQuarantinedPayment = async () => {
  const id = randomUUID();
  await shop.deps.db.execute(sql`
    insert into payment (id, intent_id, status, amount_minor, captured_minor, currency, quarantine_reason)
    values (${id}, ${`pi_${id}`}, 'succeeded', 100, 0, 'USD', 'unknown')`);
  return id;
};
const aKeyId = async () => {
  const body = { name: "ERP", scopes: ["stock:read"] };
  const answer = await shop.call("POST", "/api/keys", { token: people.seller.token, body });
  return answer.body.insertedId as string;
};
const aWebhookId = async () => {
  const id = randomUUID();
  await shop.deps.db.execute(sql`
    insert into webhook_delivery (id, endpoint_id, booking_id, type)
    select ${id}, id, ${await aHold()}, 'booking.created' from webhook_endpoint where account_id = ${people.seller.id}`);
  return id;
};
const aSignedUpUser = async (role: "Buyer" | "Seller") => (await anAccount(shop.deps, { role })).id;
const anAct = async () => {
  const [actionId, seller] = [randomUUID(), people.seller.id];
  await shop.deps.db.execute(
    sql`insert into moderation_action (id, kind, seller_id, listing_id) values (${actionId}, 'removal', ${seller}, ${await aCarOnOffer()})`,
  );
  return actionId;
};
const aSale = async () => {
  const given = { listingId: await aCarOnOffer(), buyerId: people.buyer.id };
  return (await aBooking(shop.deps, { ...given, state: "paid" })).id;
};
const aCheck = async () => {
  const id = randomUUID();
  await shop.deps.db.execute(sql`
    insert into seller_check (id, seller_id, level, checked_by, checked_at)
    values (${id}, ${people.seller.id}, 'phone', ${people.admin.id}, now())`);
  return id;
};
const aReview = async () => {
  const id = randomUUID();
  await shop.deps.db.execute(sql`
    insert into review (id, booking_id, side, author_id, subject_id, stars, text, created_at, visible_from)
    values (${id}, ${await aSale()}, 'buyer', ${people.buyer.id}, ${people.seller.id}, 4, 'Good', now(), now())`);
  return id;
};
const anAppeal = async () => {
  const id = randomUUID();
  await shop.deps.db.execute(
    sql`insert into appeal (id, action_id, text) values (${id}, ${await anAct()}, 'It is mine.')`,
  );
  return id;
};

let holdToPay: string;
let actToAppeal: string;
let carToBook: { id: string; name: string };
const rows: Record<string, Row> = {
  "GET /api/health": { url: () => "/api/health", statuses: anyone },
  "GET /api/health/live": { url: () => "/api/health/live", statuses: anyone },
  "GET /api/health/ready": { url: () => "/api/health/ready", statuses: anyone },
  "GET /api/openapi.json": { url: () => "/api/openapi.json", statuses: anyone },
  "GET /api/category": { url: () => "/api/category", statuses: anyone },
  "GET /api/listings": { url: () => "/api/listings?facets=1", statuses: anyone },
  "GET /api/listings/suggestions": {
    url: () => "/api/listings/suggestions?q=bmw",
    statuses: anyone,
  },
  "GET /api/listings/:id": {
    url: async () => `/api/listings/${await aCarOnOffer()}`,
    statuses: anyone,
  },
  "GET /api/listings/:id/similar": {
    url: async () => `/api/listings/${await aCarOnOffer()}/similar`,
    statuses: anyone,
  },
  "GET /api/listings/:id/history": {
    url: async () => `/api/listings/${await aCarOnOffer()}/history`,
    statuses: anyone,
  },
  "GET /api/listings/:id/reviews": {
    url: async () => `/api/listings/${await aCarOnOffer()}/reviews`,
    statuses: anyone,
  },
  "GET /api/listings/:id/checks": {
    url: async () => `/api/listings/${await aCarOnOffer()}/checks`,
    statuses: anyone,
  },
  "GET /api/seller/:id/checks": {
    url: () => `/api/seller/${people.seller.id}/checks`,
    statuses: adminOnly,
  },
  "POST /api/seller/:id/checks": {
    url: () => `/api/seller/${people.seller.id}/checks`,
    call: () => ({ body: { level: "phone" } }),
    statuses: adminOnly,
  },
  "DELETE /api/seller-checks/:id": {
    url: async () => `/api/seller-checks/${await aCheck()}`,
    statuses: adminOnly,
  },
  "GET /api/reviews": { url: () => "/api/reviews", statuses: buyersAndSellers },
  "POST /api/bookings/:id/review": {
    url: async () => `/api/bookings/${await aSale()}/review`,
    call: () => ({ body: { stars: 5, text: "Good." } }),
    statuses: [401, 200, 404, 200, 404, 403, 401],
  },
  "POST /api/reviews/:id/answer": {
    url: async () => `/api/reviews/${await aReview()}/answer`,
    call: () => ({ body: { text: "Thank you." } }),
    statuses: oneSeller,
  },
  // Not by its author.
  "PUT /api/reviews/:id/report": {
    url: async () => `/api/reviews/${await aReview()}/report`,
    call: () => ({ body: { reason: "Untrue" } }),
    statuses: [401, 404, 200, 200, 200, 403, 401],
  },
  "GET /api/reviews/reported": { url: () => "/api/reviews/reported", statuses: adminOnly },
  "POST /api/reviews/:id/dismiss": {
    url: async () => `/api/reviews/${await aReview()}/dismiss`,
    statuses: adminOnly,
  },
  "POST /api/reviews/:id/remove": {
    url: async () => `/api/reviews/${await aReview()}/remove`,
    call: () => ({ body: { reason: "Insults" } }),
    statuses: adminOnly,
  },
  "GET /api/listings/:id/history/seals": {
    url: async () => `/api/listings/${await aCarOnOffer()}/history/seals`,
    statuses: anyone,
  },
  "GET /api/history/chain": { url: () => "/api/history/chain?limit=2", statuses: anyone },
  "GET /api/history/head": { url: () => "/api/history/head", statuses: anyone },
  "GET /api/listings/:id/valuation": {
    url: async () => `/api/listings/${await aCarOnOffer()}/valuation`,
    statuses: anyone,
  },
  "GET /api/valuation/estimate": {
    url: async () => `/api/valuation/estimate?make=BMW&listingId=${await aCarOnOffer()}`,
    statuses: [401, 403, 403, 200, 404, 403, 401],
  },
  "GET /api/valuation/model": { url: () => "/api/valuation/model", statuses: adminOnly },
  "POST /api/valuation/model/train": {
    url: () => "/api/valuation/model/train",
    statuses: adminOnly,
  },
  "GET /api/products": { url: () => "/api/products", statuses: anyone },
  "GET /api/products/:id": { url: () => "/api/products/2", statuses: anyone },
  "GET /api/flagged-cars": {
    url: () => "/api/flagged-cars",
    statuses: [401, 403, 403, 403, 403, 200, 401],
  },
  "POST /api/flagged-cars/:id/dismiss": {
    url: async () => `/api/flagged-cars/${(await aFlaggedCar(shop)).flag}/dismiss`,
    call: () => ({ body: { reason: "The seller showed the service book." } }),
    statuses: [401, 403, 403, 403, 403, 200, 401],
  },
  "GET /api/vin-claims": { url: () => "/api/vin-claims", statuses: adminOnly },
  "POST /api/vin-claims/:id/confirm": {
    url: () => `/api/vin-claims/${claimId}/confirm`,
    statuses: adminOnly,
  },
  "POST /api/vin-claims/:id/refuse": {
    url: () => `/api/vin-claims/${claimId}/refuse`,
    statuses: adminOnly,
  },
  "POST /api/products/:id/confirm": {
    url: async () => `/api/products/${await aCarOnOffer()}/confirm`,
    statuses: [401, 403, 403, 200, 404, 403, 401],
  },
  "POST /api/listing-confirmations": {
    url: () =>
      `/api/listing-confirmations?token=${confirmationToken(shop.deps, people.seller.id, new Date())}`,
    statuses: anyone,
  },
  "PUT /api/products/:id": {
    url: async () => `/api/products/${await aCarOnOffer()}`,
    statuses: [401, 403, 403, 200, 404, 403, 401],
  },
  "PATCH /api/products/:id": {
    url: async () => `/api/products/${await aCarOnOffer()}`,
    call: () => ({ body: { resalePrice: 19_000 } }),
    statuses: [401, 403, 403, 200, 404, 403, 401],
  },
  // Cars of other sellers are reported as unknown in the answer.
  "POST /api/products/bulk": {
    url: () => "/api/products/bulk",
    call: () => ({ body: { action: "advertise", cars: [{ _id: randomUUID() }] } }),
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "POST /api/products/bulk/matching": {
    url: () => "/api/products/bulk/matching",
    call: () => ({ body: { action: "advertise", filter: {}, preview: true } }),
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "GET /api/addproduct/:id": {
    url: async () => `/api/addproduct/${await aCarOnOffer()}`,
    statuses: [401, 403, 403, 200, 404, 200, 401],
  },
  "GET /api/account": {
    url: () => "/api/account",
    statuses: [401, 200, 200, 200, 200, 200, 401],
  },
  "PUT /api/account/contact": {
    url: () => "/api/account/contact",
    call: () => ({ body: { phone: "+1 800 555 0199", location: "Reno" } }),
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "GET /api/addproduct": {
    url: () => "/api/addproduct",
    statuses: [401, 403, 403, 200, 200, 200, 401],
  },
  "GET /api/addproduct.csv": {
    url: () => "/api/addproduct.csv",
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "POST /api/addproduct": {
    url: () => "/api/addproduct",
    call: () => ({
      body: { name: "A6", originalPrice: 2, resalePrice: 1, category: "Audi", condition: "Good" },
    }),
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "DELETE /api/addproduct/:id": {
    url: async () => `/api/addproduct/${await aCarOnOffer()}`,
    statuses: [401, 403, 403, 200, 404, 200, 401],
  },
  "POST /api/bookings": {
    url: async () => {
      carToBook = await aCar();
      return "/api/bookings";
    },
    call: () => ({ body: { productId: carToBook.id, item: carToBook.name, price: 20_000 } }),
    statuses: buyersOnly,
  },
  "GET /api/bookings": {
    url: () => `/api/bookings?email=${people.buyer.email}`,
    statuses: [401, 200, 403, 403, 403, 200, 401],
  },
  "GET /api/bookings/:id": {
    url: async () => `/api/bookings/${await aHold()}`,
    statuses: [401, 200, 404, 404, 404, 200, 401],
  },
  "DELETE /api/bookings/:id": {
    url: async () => `/api/bookings/${await aHold()}`,
    statuses: [401, 200, 404, 403, 403, 403, 401],
  },
  "POST /api/create-payment-intent": {
    url: async () => {
      holdToPay = await aHold();
      return "/api/create-payment-intent";
    },
    call: () => ({ body: { bookingId: holdToPay, price: 20_000 } }),
    statuses: [401, 200, 404, 403, 403, 403, 401],
  },
  "POST /api/payments/webhook": {
    url: () => "/api/payments/webhook",
    call: () => ({ body: {} }),
    statuses: [400, 400, 400, 400, 400, 400, 400],
  },
  "GET /api/payments/quarantined": {
    url: () => "/api/payments/quarantined",
    statuses: adminOnly,
  },
  "POST /api/payments/:id/refund": {
    url: async () => `/api/payments/${await aQuarantinedPayment()}/refund`,
    statuses: adminOnly,
  },
  "POST /api/bookings/:id/payment/check": {
    url: async () => `/api/bookings/${await aHold()}/payment/check`,
    statuses: [401, 200, 404, 403, 403, 200, 401],
  },
  "GET /api/bookings/:id/payment": {
    url: async () => `/api/bookings/${await aHold()}/payment`,
    statuses: adminOnly,
  },
  "POST /api/bookings/:id/refunds": {
    url: async () => `/api/bookings/${await aHold()}/refunds`,
    call: () => ({ body: { reason: "goodwill" } }),
    statuses: adminOnly,
  },
  "POST /api/bookings/:id/relist": {
    url: async () => `/api/bookings/${await aHold()}/relist`,
    statuses: adminOnly,
  },
  "GET /api/bookings/:id/receipt": {
    url: async () => `/api/bookings/${await aPaidBooking()}/receipt`,
    statuses: [401, 200, 404, 200, 404, 200, 401],
  },
  "GET /api/bookings/:id/receipt.pdf": {
    url: async () => `/api/bookings/${await aPaidBooking()}/receipt.pdf`,
    statuses: [401, 200, 404, 200, 404, 200, 401],
  },
  // In demo mode only, where anyone can read it.
  "GET /api/outbox": {
    url: () => "/api/outbox",
    statuses: [404, 404, 404, 404, 404, 404, 404],
  },
  "GET /api/system": { url: () => "/api/system", statuses: adminOnly },
  "GET /api/audit": { url: () => "/api/audit", statuses: adminOnly },
  "GET /api/audit.csv": { url: () => "/api/audit.csv", statuses: adminOnly },
  "PUT /api/reportedProducts/:id": {
    url: async () => `/api/reportedProducts/${await aCarOnOffer()}`,
    statuses: buyersOnly,
  },
  "GET /api/reportedProducts": { url: () => "/api/reportedProducts", statuses: adminOnly },
  "POST /api/reportedProducts/:id/dismiss": {
    url: async () => `/api/reportedProducts/${await aReportedCar()}/dismiss`,
    statuses: adminOnly,
  },
  "POST /api/reportedProducts/:id/remove": {
    url: async () => `/api/reportedProducts/${await aReportedCar()}/remove`,
    statuses: adminOnly,
  },
  "POST /api/reportedProducts/:id/reopen": {
    url: async () => `/api/reportedProducts/${await aReportedCar()}/reopen`,
    statuses: adminOnly,
  },
  "GET /api/moderation": {
    url: () => "/api/moderation",
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "GET /api/appeals": { url: () => "/api/appeals", statuses: [401, 403, 403, 200, 200, 200, 401] },
  "POST /api/appeals": {
    url: async () => {
      actToAppeal = await anAct();
      return "/api/appeals";
    },
    call: () => ({ body: { actionId: actToAppeal, text: "It is mine." } }),
    statuses: [401, 403, 403, 200, 404, 403, 401],
  },
  "POST /api/appeals/:id/decide": {
    url: async () => `/api/appeals/${await anAppeal()}/decide`,
    call: () => ({ body: { outcome: "upheld", reason: "It is not." } }),
    statuses: adminOnly,
  },
  "GET /api/users": { url: () => "/api/users", statuses: adminOnly },
  "POST /api/users": {
    url: () => "/api/users",
    call: () => ({ body: { name: "Me", role: "Seller" } }),
    statuses: nobodyByToken,
  },
  "GET /api/users/admin/:email": {
    url: () => `/api/users/admin/${people.buyer.email}`,
    statuses: [401, 200, 403, 403, 403, 200, 401],
  },
  "GET /api/users/seller/:email": {
    url: () => `/api/users/seller/${people.seller.email}`,
    statuses: [401, 403, 403, 200, 403, 200, 401],
  },
  "PUT /api/users/admin/:id": {
    url: async () => `/api/users/admin/${await aSignedUpUser("Buyer")}`,
    statuses: adminOnly,
  },
  "DELETE /api/users/admin/:id": {
    url: async () => `/api/users/admin/${(await anAccount(shop.deps, { role: "admin" })).id}`,
    statuses: adminOnly,
  },
  "GET /api/jwt": { url: () => `/api/jwt?email=${people.buyer.email}`, statuses: nobodyByToken },
  "GET /api/buyer": { url: () => "/api/buyer", statuses: adminOnly },
  "DELETE /api/buyer/:id": {
    url: async () => `/api/buyer/${await aSignedUpUser("Buyer")}`,
    statuses: adminOnly,
  },
  "GET /api/seller": { url: () => "/api/seller", statuses: adminOnly },
  "PUT /api/seller/verify/:id": {
    url: async () => `/api/seller/verify/${await aSignedUpUser("Seller")}`,
    statuses: adminOnly,
  },
  "DELETE /api/seller/verify/:id": {
    url: async () => `/api/seller/verify/${await aSignedUpUser("Seller")}`,
    statuses: adminOnly,
  },
  "PUT /api/seller/suspend/:id": {
    url: async () => `/api/seller/suspend/${await aSignedUpUser("Seller")}`,
    call: () => ({ body: { reason: "Suspected fraud" } }),
    statuses: adminOnly,
  },
  "DELETE /api/seller/suspend/:id": {
    url: async () => `/api/seller/suspend/${await aSignedUpUser("Seller")}`,
    statuses: adminOnly,
  },
  "DELETE /api/seller/:id": {
    url: async () => `/api/seller/${await aSignedUpUser("Seller")}`,
    statuses: adminOnly,
  },
  "GET /api/favorites": { url: () => "/api/favorites", statuses: ownAccount },
  "GET /api/favorites/ids": { url: () => "/api/favorites/ids", statuses: ownAccount },
  "POST /api/favorites": {
    url: () => "/api/favorites",
    call: () => ({ body: { ids: [] } }),
    statuses: ownAccount,
  },
  "PUT /api/favorites/:id": {
    url: async () => `/api/favorites/${await aCarOnOffer()}`,
    statuses: ownAccount,
  },
  "DELETE /api/favorites/:id": {
    url: async () => `/api/favorites/${await aCarOnOffer()}`,
    statuses: ownAccount,
  },
  "GET /api/feeds": { url: () => "/api/feeds", statuses: sellersOnly },
  "POST /api/feeds": {
    url: () => "/api/feeds",
    call: () => ({ body: { name: randomUUID() } }),
    statuses: sellersOnly,
  },
  "GET /api/feeds/:id": { url: aFeed, statuses: oneSeller },
  "PATCH /api/feeds/:id": {
    url: aFeed,
    call: () => ({ body: { feedWins: [] } }),
    statuses: oneSeller,
  },
  "DELETE /api/feeds/:id": { url: aFeed, statuses: oneSeller },
  "GET /api/feeds/:id/edits": {
    url: async () => `${await aFeed()}/edits`,
    statuses: oneSeller,
  },
  "POST /api/feeds/:id/edits": {
    url: aFeedWithAnEdit,
    call: () => ({ body: { productId: editedCar, field: "price", winner: "shop" } }),
    statuses: oneSeller,
  },
  "POST /api/feeds/:id/edits/bulk": {
    url: async () => `${await aFeedWithAnEdit()}/bulk`,
    call: () => ({ body: { winner: "shop", edits: [{ productId: editedCar, field: "price" }] } }),
    statuses: oneSeller,
  },
  "POST /api/feeds/:id/edits/bulk/all": {
    url: async () => `${await aFeedWithAnEdit()}/bulk/all`,
    call: () => ({ body: { winner: "shop", count: 1 } }),
    statuses: oneSeller,
  },
  "GET /api/feeds/:id/photos": {
    url: async () => `${await aFeed()}/photos`,
    statuses: oneSeller,
  },
  "POST /api/feeds/:id/photos/retry": {
    url: async () => `${await aFeed()}/photos/retry`,
    statuses: oneSeller,
  },
  "POST /api/feeds/:id/plans": {
    url: async () => `${await aFeed()}/plans?file=a.csv`,
    call: () => ({
      body: Buffer.from("make,model,year,price,currency,mileage\nBMW,X5,2019,30000,USD,9000 mi\n"),
      headers: { "content-type": "application/octet-stream" },
    }),
    statuses: oneSeller,
  },
  "GET /api/feeds/:id/preview": {
    url: async () => `${await aFeed()}/preview`,
    statuses: oneSeller,
  },
  "POST /api/feeds/:id/preview": {
    url: async () => `${await aFeed()}/preview?file=a.csv`,
    call: () => ({
      body: Buffer.from("make,model,year,price,currency,mileage\nBMW,X5,2019,30000,USD,9000 mi\n"),
      headers: { "content-type": "application/octet-stream" },
    }),
    statuses: oneSeller,
  },
  "GET /api/feeds/:id/plans/:planId": { url: () => aFeedPlan(), statuses: oneSeller },
  "GET /api/feeds/:id/plans/:planId/changes": {
    url: async () => `${await aFeedPlan()}/changes`,
    statuses: oneSeller,
  },
  "GET /api/feeds/:id/plans/:planId/refused": {
    url: async () => `${await aFeedPlan()}/refused`,
    statuses: oneSeller,
  },
  "POST /api/feeds/:id/plans/:planId/apply": {
    url: async () => `${await aFeedPlan()}/apply`,
    call: () => ({ body: {} }),
    statuses: oneSeller,
  },
  "POST /api/feeds/:id/plans/:planId/undo": {
    url: async () => `${await aFeedPlan("applied")}/undo`,
    statuses: oneSeller,
  },
  "POST /api/feeds/:id/plans/:planId/discard": {
    url: async () => `${await aFeedPlan()}/discard`,
    statuses: oneSeller,
  },
  "GET /api/saved-searches": { url: () => "/api/saved-searches", statuses: ownAccount },
  "POST /api/saved-searches": {
    url: () => "/api/saved-searches",
    call: () => ({ body: { search: "make=BMW" } }),
    statuses: ownAccount,
  },
  // The buyer's.
  "PATCH /api/saved-searches/:id": {
    url: async () => `/api/saved-searches/${await aSavedSearch()}`,
    call: () => ({ body: { emailsOn: false } }),
    statuses: [401, 200, 404, 404, 404, 404, 401],
  },
  "DELETE /api/saved-searches/:id": {
    url: async () => `/api/saved-searches/${await aSavedSearch()}`,
    statuses: [401, 200, 404, 404, 404, 404, 401],
  },
  "GET /api/saved-searches/unsubscribe": {
    url: async () => `/api/saved-searches/unsubscribe?token=${await anUnsubscribeToken()}`,
    statuses: [302, 302, 302, 302, 302, 302, 302],
  },
  "POST /api/saved-searches/unsubscribe": {
    url: async () => `/api/saved-searches/unsubscribe?token=${await anUnsubscribeToken()}`,
    statuses: anyone,
  },
  "GET /api/dashboard-summary": {
    url: () => "/api/dashboard-summary",
    statuses: [401, 200, 200, 200, 200, 200, 401],
  },
  // Visitors need no token, but a token must be valid if given.
  "POST /api/products/:id/views": {
    url: async () => `/api/products/${await aCarOnOffer()}/views`,
    statuses: [200, 200, 200, 200, 200, 200, 401],
  },
  "GET /api/seller/stats": {
    url: () => "/api/seller/stats",
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  // Both buyers hold cars by now, so they get a 200 refusal and stay buyers for the rows below.
  "POST /api/account/become-seller": {
    url: () => "/api/account/become-seller",
    call: () => ({ body: {} }),
    statuses: buyersOnly,
  },
  "GET /api/keys": { url: () => "/api/keys", statuses: [401, 403, 403, 200, 200, 403, 401] },
  "POST /api/keys": {
    url: () => "/api/keys",
    call: () => ({ body: { name: "ERP", scopes: ["stock:read"] } }),
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "DELETE /api/keys/:id": {
    url: async () => `/api/keys/${await aKeyId()}`,
    statuses: [401, 403, 403, 200, 404, 403, 401],
  },
  "GET /api/webhook": { url: () => "/api/webhook", statuses: [401, 403, 403, 200, 200, 403, 401] },
  "PUT /api/webhook": {
    url: () => "/api/webhook",
    call: () => ({ body: { url: "https://erp.example.com/hook" } }),
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "POST /api/webhook/secret": {
    url: () => "/api/webhook/secret",
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "GET /api/webhook/deliveries": {
    url: () => "/api/webhook/deliveries",
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "POST /api/webhook/deliveries/:id/resend": {
    url: async () => `/api/webhook/deliveries/${await aWebhookId()}/resend`,
    statuses: [401, 403, 403, 200, 404, 403, 401],
  },
  "DELETE /api/webhook": {
    url: () => "/api/webhook",
    statuses: [401, 403, 403, 200, 200, 403, 401],
  },
  "GET /api/account/purchases": { url: () => "/api/account/purchases", statuses: ownAccount },
  "GET /api/account/data": { url: () => "/api/account/data", statuses: ownAccount },
  "GET /api/account/deletion": { url: () => "/api/account/deletion", statuses: ownAccount },
  // Without reauthentication no account is deleted.
  "POST /api/account/delete": {
    url: () => "/api/account/delete",
    call: () => ({ body: {} }),
    statuses: [401, 400, 400, 400, 400, 400, 401],
  },
  "POST /api/images": { url: () => "/api/images", call: uploadCall, statuses: anyone },
};

function uploadCall(): Call {
  const head =
    '--edge\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n';
  return {
    body: Buffer.concat([Buffer.from(head), picture, Buffer.from("\r\n--edge--\r\n")]),
    headers: { "content-type": "multipart/form-data; boundary=edge" },
  };
}

// ASVS 8.1.1, 8.2.1, 8.3.1
test("every call answers every viewer as the role table says", { timeout: 120_000 }, async () => {
  expect(Object.keys(rows).toSorted()).toEqual(Object.keys(policy).toSorted());
  const answered: Record<string, Record<string, number>> = {};
  const expected: Record<string, Record<string, number>> = {};
  for (const [call, { url, call: given, statuses }] of Object.entries(rows)) {
    for (const [place, viewer] of viewers.entries()) {
      const address = await url();
      const method = call.split(" ")[0] as "GET";
      const { status } = await shop.call(method, address, { ...given?.(), token: tokens[viewer] });
      (answered[call] ??= {})[viewer] = status;
      (expected[call] ??= {})[viewer] = statuses[Math.min(place, statuses.length - 1)]!;
    }
  }
  expect(answered).toEqual(expected);
});

// ASVS 2.1.1
test("refuses to start with a route without a policy, and every policy has a route", async () => {
  for (const call of Object.keys(policy)) {
    const [method, url] = call.split(" ") as ["GET", string];
    expect(shop.app.hasRoute({ method, url }), call).toBe(true);
  }
  const app = await buildApp(shop.deps);
  expect(() => app.get("/api/forgotten", () => "open to all")).toThrow(
    "is not in the policy table",
  );
  await app.close();
});

test("a session cookie works for two calls only, and only for the caller's own email", async () => {
  const email = "cookie@marque.example";
  const signUp = await shop.call("POST", "/api/auth/sign-up/email", {
    body: { email, name: "Cookie", password: "Secret!2026" },
    headers: { origin: "http://localhost:3000" },
  });
  const cookie = [signUp.headers["set-cookie"]]
    .flat()
    .map((line) => String(line).split(";")[0])
    .join("; ");
  const headers = { cookie, origin: "http://localhost:3000" };
  expect(
    (await shop.call("POST", "/api/users", { body: { name: "Cookie", role: "admin" }, headers }))
      .status,
  ).toBe(400);
  expect(
    (
      await shop.call("POST", "/api/users", {
        body: { name: "Cookie", role: "Seller", email: people.admin.email },
        headers,
      })
    ).status,
  ).toBe(200);
  expect((await shop.call("GET", `/api/jwt?email=${people.admin.email}`, { headers })).status).toBe(
    403,
  );
  const jwt = await shop.call("GET", `/api/jwt?email=${email}`, { headers });
  expect(jwt.status).toBe(200);
  const token = jwt.body.accessToken;
  expect((await shop.call("GET", `/api/users/seller/${email}`, { token })).body).toEqual({
    isSeller: true,
  });
  // A cookie alone grants no access to other calls.
  expect((await shop.call("GET", "/api/addproduct", { headers })).status).toBe(401);
  await shop.deps.db.execute(sql`update account set deleted_at = now() where email = ${email}`);
  expect((await shop.call("GET", "/api/addproduct", { token })).status).toBe(401);
});
