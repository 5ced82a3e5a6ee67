import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readCarPage } from "#server/pages/read-car-page.ts";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { createTestApp } from "#testing/test-app.ts";
import { requestReviews } from "./request-reviews.ts";
import { announceVisible } from "./review-store.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp();
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

type User = { id: string; token: string; email: string };

async function aSale(seller?: User, role: "Buyer" | "Seller" = "Buyer") {
  const sellerOf = seller ?? (await anAccount(shop.deps, { role: "Seller" }));
  const buyer = await anAccount(shop.deps, { role });
  const car = await aListing(shop.deps, { sellerId: sellerOf.id });
  const given = { listingId: car.id, buyerId: buyer.id, item: car.name, state: "paid" as const };
  const { id } = await aBooking(shop.deps, given);
  const other = await aListing(shop.deps, { sellerId: sellerOf.id });
  return { id, buyer, seller: sellerOf, car, other };
}

const review = (id: string, { token }: User, stars = 5, text = "All as described.") =>
  shop.call("POST", `/api/bookings/${id}/review`, { token, body: { stars, text } });
async function own({ token }: User, booking: string) {
  const { body } = await shop.call("GET", `/api/reviews?booking=${booking}`, { token });
  return (body as { own: object; other: { _id: string } | null; allowedActions: string[] }[])[0]!;
}
const shown = async (listingId: string) =>
  (await shop.call("GET", `/api/listings/${listingId}/reviews`)).body as {
    count: number;
    average: number | null;
    spread: number[];
    reviews: { _id: string; text: string; answer: { text: string } | null }[];
  };
const answer = (id: string, { token }: User, text = "Thank you.") =>
  shop.call("POST", `/api/reviews/${id}/answer`, { token, body: { text } });
const report = (id: string, { token }: User) =>
  shop.call("PUT", `/api/reviews/${id}/report`, { token, body: { reason: "Insult" } });
const remove = (id: string, reason: string) =>
  shop.call("POST", `/api/reviews/${id}/remove`, { token: admin.token, body: { reason } });
/** The review of one side, also one that the other side cannot see. */
const idOf = async (booking: string, side: "buyer" | "seller") =>
  (
    await shop.deps.db.execute<{ id: string }>(
      sql`select id from review where booking_id = ${booking} and side = ${side}`,
    )
  ).rows[0]!.id;
/** Lets the time of a sale, its reviews and emails pass. */
async function pass(id: string, days: number) {
  const ago = sql`make_interval(days => ${days})`;
  await shop.deps.db.execute(
    sql`update booking set created_at = created_at - ${ago} where id = ${id}`,
  );
  await shop.deps.db.execute(sql`update review set created_at = created_at - ${ago},
    visible_from = visible_from - ${ago} where booking_id = ${id}`);
  await shop.deps.db.execute(sql`update review_request set asked_at = asked_at - ${ago},
    reminded_at = reminded_at - ${ago} where booking_id = ${id}`);
}
const emailsTo = async ({ email }: User) =>
  (
    await shop.deps.db.execute<{ kind: string }>(
      sql`select kind from email where to_address = ${email} order by created_at`,
    )
  ).rows.map(({ kind }) => kind);

test("hides both reviews until both are written, then shows them", async () => {
  const { id, buyer, seller, other } = await aSale();
  const elsewhere = await aSale();
  await review(elsewhere.id, elsewhere.buyer);
  expect((await review(id, buyer, 4)).body.acknowledged).toBe(true);
  expect(await own(seller, id)).toMatchObject({ other: null, allowedActions: ["write"] });
  expect(await own(buyer, id)).toMatchObject({
    own: { stars: 4 },
    visibleFrom: expect.any(String),
    allowedActions: [],
  });
  expect(await shown(other.id)).toMatchObject({ count: 0, reviews: [] });

  expect((await review(id, seller, 5, "Paid at once.")).body.acknowledged).toBe(true);
  expect(await own(seller, id)).toMatchObject({
    other: { stars: 4 },
    allowedActions: ["answer", "report"],
  });
  expect(await own(buyer, id)).toMatchObject({
    other: { text: "Paid at once." },
    allowedActions: ["report"],
  });
  expect(await shown(other.id)).toMatchObject({
    count: 1,
    average: null,
    spread: [0, 0, 0, 1, 0],
    reviews: [{ text: "All as described." }],
  });
  const page = await readCarPage(shop.deps, other.id, new Date());
  expect(page).toMatchObject({ reviews: { count: 1 } });
  // The reviews of another sale wait for each other, too.
  expect((await shown(elsewhere.other.id)).count).toBe(0);
});

test("shows one review alone after 14 days, and the other side can no longer write", async () => {
  const { id, buyer, seller, other } = await aSale();
  await review(id, buyer, 1, "Not as described.");
  await pass(id, 13);
  expect((await shown(other.id)).count).toBe(0);
  await pass(id, 1);
  const hidden = await aSale();
  await review(hidden.id, hidden.buyer);
  await shop.deps.catalogue.refresh();
  const version = shop.deps.catalogue.version();
  await announceVisible(shop.deps.db, new Date());
  await shop.deps.catalogue.refresh();
  expect(shop.deps.catalogue.version()).not.toBe(version);
  const { rows } = await shop.deps.db.execute<{ id: string; announced: boolean }>(sql`
    select booking_id as id, announced_at is not null as announced from review
    where booking_id in (${id}, ${hidden.id})`);
  const announced = new Map(rows.map((row) => [row.id, row.announced]));
  expect(announced).toEqual(
    new Map([
      [id, true],
      [hidden.id, false],
    ]),
  );
  expect(await shown(other.id)).toMatchObject({ count: 1, spread: [1, 0, 0, 0, 0] });
  expect((await review(id, seller)).body).toEqual({
    acknowledged: false,
    message: "The time to review this sale is over.",
  });
});

test("allows one review for each side of a paid sale, and hides those of refunded sales", async () => {
  const { id, buyer, seller, other } = await aSale();
  const stranger = await anAccount(shop.deps);
  expect((await review(id, stranger)).status).toBe(404);
  expect((await review(id, buyer, 6)).status).toBe(400);
  expect((await review(id, buyer, 5, "  ")).status).toBe(400);
  const answers = await Promise.all(Array.from({ length: 5 }, () => review(id, buyer)));
  expect(answers.filter(({ body }) => body.acknowledged)).toHaveLength(1);
  await review(id, seller);
  expect((await shown(other.id)).count).toBe(1);
  await shop.deps.db.execute(sql`update booking set state = 'refunded' where id = ${id}`);
  expect((await shown(other.id)).count).toBe(0);
  const nameOf = async ({ token }: { token: string }) =>
    (await shop.call("GET", "/api/reviews", { token })).body[0].otherName as string;
  expect(await nameOf(seller)).toBe("a buyer");
  expect(await nameOf(buyer)).toMatch(/^Person /);

  const held = await aSale();
  await shop.deps.db.execute(sql`update booking set state = 'held' where id = ${held.id}`);
  expect((await review(held.id, held.buyer)).body.acknowledged).toBe(false);
});

test("counts the 90 days of a sale from its own last payment", async () => {
  const old = await aSale();
  const recent = await aSale();
  const paidDaysAgo = (booking: string, days: number) =>
    shop.deps.db.execute(sql`
      insert into booking_event (booking_id, from_state, to_state, why, at)
      values (${booking}, 'held', 'paid', 'paid', now() - make_interval(days => ${days}))`);
  // The one was booked now and paid long ago by its log, the other the other way round.
  await paidDaysAgo(old.id, 91);
  await pass(recent.id, 120);
  await paidDaysAgo(recent.id, 95);
  await paidDaysAgo(recent.id, 89);
  expect((await review(old.id, old.buyer)).body.acknowledged).toBe(false);
  expect((await review(recent.id, recent.buyer)).body.acknowledged).toBe(true);
});

test("offers the review in My Orders and My Products while it can be written", async () => {
  const { id, buyer, seller } = await aSale();
  const actions = async () =>
    (await shop.call("GET", `/api/bookings/${id}`, { token: buyer.token })).body.allowedActions;
  const canReview = async () => {
    const { body } = await shop.call("GET", "/api/addproduct", { token: seller.token });
    return (body as { sale: { canReview: boolean } | null }[]).find(({ sale }) => sale)!.sale!
      .canReview;
  };
  expect(await actions()).toEqual(["review"]);
  expect(await canReview()).toBe(true);
  await review(id, buyer);
  await review(id, seller);
  expect(await actions()).toEqual([]);
  expect(await canReview()).toBe(false);
});

test("shows an average of three and the seller's one answer", async () => {
  const seller = await anAccount(shop.deps, { role: "Seller" });
  const sales = [await aSale(seller), await aSale(seller), await aSale(seller)];
  for (const [at, { id, buyer }] of sales.entries()) {
    await review(id, buyer, [5, 5, 2][at]);
    await review(id, seller);
  }
  const { other, id } = sales[0]!;
  await pass(sales[2]!.id, 1);
  expect(await shown(other.id)).toMatchObject({
    average: 4,
    spread: [0, 1, 0, 0, 2],
    // The newest first.
    reviews: [{ stars: 5 }, { stars: 5 }, { stars: 2 }],
  });
  const reviewId = (await own(seller, id)).other!._id;
  const another = await anAccount(shop.deps, { role: "Seller" });
  expect((await answer(reviewId, another)).status).toBe(404);
  expect((await answer(reviewId, seller)).body).toEqual({ modifiedCount: 1 });
  expect((await answer(reviewId, seller, "Again.")).body.modifiedCount).toBe(0);
  const shownReview = (await shown(other.id)).reviews.find(({ _id }) => _id === reviewId);
  expect(shownReview?.answer?.text).toBe("Thank you.");
});

test("an admin removes a reported review with a reason", async () => {
  const { id, buyer, seller, other } = await aSale();
  await review(id, buyer, 1, "He is a crook.");
  const reviewId = await idOf(id, "buyer");
  // No one sees it yet.
  expect((await report(reviewId, seller)).status).toBe(404);
  expect((await answer(reviewId, seller)).status).toBe(404);
  await review(id, seller);
  expect((await report(reviewId, buyer)).status).toBe(404);
  expect((await report(reviewId, seller)).body).toEqual({ matchedCount: 1 });
  expect((await report(reviewId, seller)).body.matchedCount).toBe(0);
  const { token } = admin;
  const { body: reported } = await shop.call("GET", "/api/reviews/reported", { token });
  expect(reported).toMatchObject([
    { _id: reviewId, text: "He is a crook.", reports: [{ reason: "Insult" }] },
  ]);
  const reason = "Insults are not allowed.";
  expect((await remove(reviewId, reason)).body).toEqual({ modifiedCount: 1 });
  expect((await remove(reviewId, reason)).body.modifiedCount).toBe(0);
  expect(await shown(other.id)).toMatchObject({ count: 0, reviews: [] });
  expect(await own(seller, id)).toMatchObject({ other: null });
  expect(await own(buyer, id)).toMatchObject({ own: { removalReason: reason } });
  expect((await shop.call("GET", "/api/reviews/reported", { token })).body).toEqual([]);
  expect(await emailsTo(buyer)).toEqual(["review.removed"]);
  expect(await emailsTo(seller)).toEqual(["review_report.removed"]);
  const another = await anAccount(shop.deps);
  expect((await report(reviewId, another)).status).toBe(404);
  expect((await answer(reviewId, seller)).status).toBe(404);
});

test("a dismissed report stays dismissed when the review is removed later", async () => {
  const { id, buyer, seller, other } = await aSale();
  await review(id, buyer, 1);
  await review(id, seller);
  const reviewId = await idOf(id, "buyer");
  await report(reviewId, seller);
  const elsewhere = await aSale();
  await review(elsewhere.id, elsewhere.buyer, 2);
  await review(elsewhere.id, elsewhere.seller);
  const stillReported = await idOf(elsewhere.id, "buyer");
  await report(stillReported, elsewhere.seller);
  const reported = async () => {
    const { body } = await shop.call("GET", "/api/reviews/reported", { token: admin.token });
    const list = body as { _id: string; reports: object[] }[];
    return list.map(({ _id, reports }) => [_id, reports.length]);
  };
  const dismiss = () =>
    shop.call("POST", `/api/reviews/${reviewId}/dismiss`, { token: admin.token });
  expect((await dismiss()).body).toEqual({ modifiedCount: 1 });
  expect((await dismiss()).body.modifiedCount).toBe(0);
  expect((await shown(other.id)).count).toBe(1);
  // The report of another review stays open.
  expect(await reported()).toEqual([[stillReported, 1]]);

  const another = await anAccount(shop.deps);
  const deletedUser = await anAccount(shop.deps);
  await report(reviewId, another);
  await report(reviewId, deletedUser);
  await shop.deps.db.execute(
    sql`update account set deleted_at = now() where id = ${deletedUser.id}`,
  );
  // Without the report that is settled.
  expect(await reported()).toContainEqual([reviewId, 2]);
  await remove(reviewId, "Insults are not allowed.");
  expect(await emailsTo(seller)).toEqual(["review_report.dismissed"]);
  expect(await emailsTo(another)).toEqual(["review_report.removed"]);
  // A deleted account gets no email.
  expect(await emailsTo(deletedUser)).toEqual([]);
  await remove(stillReported, "Insults are not allowed.");
});

test("lists reported reviews page by page, the newest first", async () => {
  const reviewIds: string[] = [];
  for (let count = 0; count < 4; count += 1) {
    const { id, buyer, seller } = await aSale();
    await review(id, buyer, 1);
    await review(id, seller);
    await pass(id, 4 - count);
    reviewIds.unshift(await idOf(id, "buyer"));
    await report(reviewIds[0]!, seller);
  }
  const read = async (url: string) => {
    const { body, headers } = await shop.call("GET", url, { token: admin.token });
    const next = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ""))?.[1] ?? null;
    return { ids: (body as { _id: string }[]).map(({ _id }) => _id), next };
  };
  const first = await read("/api/reviews/reported?limit=2");
  expect(first.ids).toEqual(reviewIds.slice(0, 2));
  const second = await read(first.next!);
  expect(second.ids).toEqual(reviewIds.slice(2));
  expect(second.next).toBeNull();
  for (const id of reviewIds) await remove(id, "Insults are not allowed.");
});

test("the review of a buyer can be reported only by that buyer, and not be answered", async () => {
  // The buyer sells cars, too.
  const { id, buyer, seller } = await aSale(undefined, "Seller");
  await review(id, buyer);
  await review(id, seller, 1, "Came a day late.");
  const ofBuyer = await idOf(id, "seller");
  expect((await answer(ofBuyer, buyer)).status).toBe(404);
  expect((await report(ofBuyer, await anAccount(shop.deps))).status).toBe(404);
  expect((await report(ofBuyer, buyer)).body).toEqual({ matchedCount: 1 });
});

test("asks each side once and reminds once, unless it has written", async () => {
  const { id, buyer, seller } = await aSale();
  const run = () => requestReviews(shop.deps, new Date());
  await pass(id, 2);
  await run();
  expect(await emailsTo(buyer)).toEqual([]);
  await pass(id, 1);
  await run();
  await run();
  expect(await emailsTo(buyer)).toEqual(["review.asked"]);
  await review(id, seller);
  await run();
  await pass(id, 10);
  await run();
  expect(await emailsTo(buyer)).toEqual(["review.asked", "review.reminded"]);
  expect(await emailsTo(seller)).toEqual(["review.asked"]);
});

test.each(["buyer", "seller"] as const)("asks neither side once the %s has left", async (side) => {
  const sale = await aSale();
  await pass(sale.id, 4);
  await shop.deps.db.execute(
    sql`update account set deleted_at = now() where id = ${sale[side].id}`,
  );
  await requestReviews(shop.deps, new Date());
  expect(await emailsTo(sale.buyer)).toEqual([]);
  expect(await emailsTo(sale.seller)).toEqual([]);
});

test("lists every review ten at a time, and each can be reported", async () => {
  const { id, buyer, seller, other } = await aSale();
  await review(id, buyer);
  await review(id, seller);
  // 24 older ones by the same buyer, three at a time in the same moment.
  for (let at = 0; at < 24; at += 1) {
    const car = await aListing(shop.deps, { sellerId: seller.id });
    const sale = { listingId: car.id, buyerId: buyer.id, state: "paid" as const };
    const booking = await aBooking(shop.deps, sale);
    await shop.deps.db.execute(sql`
      insert into review (id, booking_id, side, author_id, subject_id, stars, text, created_at, visible_from)
      select gen_random_uuid(), ${booking.id}, side, author_id, subject_id, 4, ${`Older ${at}`},
        created_at - make_interval(days => ${1 + Math.floor(at / 3)}), created_at
      from review where booking_id = ${id} and side = 'buyer'`);
  }
  const read = async (cursor: string | null) => {
    const query = cursor === null ? "" : `?cursor=${encodeURIComponent(cursor)}`;
    return shop.call("GET", `/api/listings/${other.id}/reviews${query}`);
  };
  const faults: string[] = [];
  let cursor: string | null = null;
  do {
    const { body } = await read(cursor);
    expect(body.count).toBe(25);
    expect(body.reviews.length).toBeLessThanOrEqual(10);
    faults.push(...body.reviews.map(({ _id }: { _id: string }) => _id));
    cursor = body.nextCursor as string | null;
  } while (cursor !== null);
  expect(new Set(faults).size).toBe(25);
  expect(faults).toHaveLength(25);
  const report = { token: seller.token, body: { reason: "Not about this car." } };
  expect((await shop.call("PUT", `/api/reviews/${faults.at(-1)}/report`, report)).status).toBe(200);
  const wrong = await read("x");
  expect([wrong.status, wrong.body.error?.code]).toEqual([400, "invalid_cursor"]);
});
