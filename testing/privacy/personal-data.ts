import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import sharp from "sharp";
import { sql } from "drizzle-orm";
import { anAccount } from "#testing/builders.ts";
import { cards, confirmWithCard } from "#testing/payments/card-calls.ts";
import { openIntent } from "#testing/payments/payments.ts";
import { deliverAll, refund } from "#testing/payments/payment-scenes.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { aMultipartForm } from "#testing/images/pictures.ts";
import type { createTestApp } from "#testing/test-app.ts";

type Shop = Awaited<ReturnType<typeof createTestApp>>;
type User = { id: string; token: string };
type Car = { id: string; name: string };

/** A buyer and a seller whose names appear nowhere else by chance. */
export const buyerFacts = {
  name: "Zebulon Quixworth",
  email: "zebulon.quixworth@ulvenhout.example",
  phone: "+31 900 7731 442",
  location: "Ulvenhout-Zyx",
};
export const sellerFacts = {
  name: "Wilhelmina Brackenfjord",
  email: "w.brackenfjord@ostrobothnia.example",
  phone: "+47 899 5512 907",
  location: "Ostrobothnia-Qvx",
};

/** Texts that identify the two, in several forms. */
export const identifyingForms = [
  "zebulon",
  "quixworth",
  "ulvenhout",
  "7731 442",
  "7731442",
  "wilhelmina",
  "brackenfjord",
  "ostrobothnia",
  "5512 907",
  "5512907",
];

/** Uploads a photo of its own whose metadata names its owner. Returns its address. */
export async function uploadPhoto(shop: Shop, name: string): Promise<string> {
  const photo = await sharp(randomBytes(64 * 64 * 3), {
    raw: { width: 64, height: 64, channels: 3 },
  })
    .withExif({ IFD0: { Artist: name, Copyright: name } })
    .jpeg()
    .toBuffer();
  const form = aMultipartForm("image", `${name}.jpg`, "image/jpeg", photo);
  const answer = await shop.app.inject({ method: "POST", url: "/api/images", ...form });
  return answer.json<{ data: { display_url: string } }>().data.display_url;
}

async function done(call: Promise<{ status: number; body: unknown }>): Promise<unknown> {
  const { status, body } = await call;
  if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
  return body;
}

/**
 * A buyer and a seller with every kind of data that we can store about them: photos, failed sign-ins, emails, cars, a
 * completed sale with a receipt and a refund, reports by one about the other, and moderation actions that name them.
 */
export async function anAccountHistory(shop: Shop) {
  const admin = await anAccount(shop.deps, { role: "admin", name: "Ada" });
  const buyer = await aSignedUpUser(shop, {
    ...buyerFacts,
    role: "Buyer",
    isConfirmed: true,
    image: await uploadPhoto(shop, buyerFacts.name),
  });
  const seller = await aSignedUpUser(shop, {
    ...sellerFacts,
    role: "Seller",
    image: await uploadPhoto(shop, sellerFacts.name),
  });
  for (const { email } of [buyerFacts, sellerFacts]) await addIdentityRecords(shop, admin, email);
  await done(
    shop.call("PUT", `/api/seller/verify/${seller.id}`, {
      token: admin.token,
      body: { checked: [], note: `Passport of ${sellerFacts.name}` },
    }),
  );
  const sold = await addCar(shop, seller, `${sellerFacts.name}'s Audi A6`);
  const reported = await addCar(shop, seller, "Audi Q5");
  await syncFeed(shop, seller);
  const unsold = await addCar(shop, seller, `Audi A4 of ${sellerFacts.name}`);
  await done(shop.call("PUT", `/api/products/${unsold.id}`, { token: seller.token }));
  // Another user, who is not erased: emails to them name the car.
  const bystander = await anAccount(shop.deps);
  await bookAndCancel(shop, bystander, unsold);
  // The canceled booking still shows the photo that the listing had before.
  await replacePhotos(shop, seller, unsold);
  await addKeyAndWebhook(shop, seller);
  await done(shop.call("PUT", `/api/favorites/${reported.id}`, { token: buyer.token }));
  await saveSearch(shop, buyer, reported);
  const bookingId = await buyAndRefund(shop, { admin, buyer }, sold);
  const check = { level: "phone", note: `${sellerFacts.name} answered ${sellerFacts.phone}` };
  await insertedId(
    shop.call("POST", `/api/seller/${seller.id}/checks`, { token: admin.token, body: check }),
  );
  await reviewEachOther(shop, { buyer, seller }, bookingId);
  await reportAndAppeal(shop, { admin, buyer, seller }, reported);
  return { admin, buyer, seller, sold, reported, unsold, bystander, bookingId };
}

/** A failed sign-in, a reset email, reads by an admin, a linked Google account and a sign-in flow in progress. */
async function addIdentityRecords(shop: Shop, admin: User, email: string): Promise<void> {
  await shop.call("POST", "/api/auth/sign-in/email", { body: { email, password: "Wrong!2026" } });
  await done(shop.call("POST", "/api/auth/request-password-reset", { body: { email } }));
  await done(shop.call("GET", `/api/users/seller/${email}`, { token: admin.token }));
  await done(shop.call("GET", `/api/bookings?email=${email}`, { token: admin.token }));
  await shop.deps.db.execute(sql`
    insert into identity_credential (id, user_id, account_id, provider_id, id_token)
    select ${`google-${email}`}, id, ${email}, 'google', ${email} from identity_user where email = ${email}`);
  await shop.deps.db.execute(sql`
    insert into identity_verification (id, identifier, value, expires_at)
    values (${`state-${email}`}, 'state', ${JSON.stringify({ email })}, now() + interval '10 minutes')`);
}

async function addCar(shop: Shop, seller: User, name: string): Promise<Car> {
  const body = {
    name,
    category: "Audi",
    originalPrice: 30_000,
    resalePrice: 20_000,
    condition: "Good",
    phone: sellerFacts.phone,
    location: sellerFacts.location,
    description: `Ask for ${sellerFacts.name}, ${sellerFacts.email}.`,
    trim: `By ${sellerFacts.name}`,
    stockNumber: `1 of ${sellerFacts.name}`,
    registration: "WB12 Brackenfjord",
    options: [`Ask ${sellerFacts.email}`],
    photos: [
      { image: await uploadPhoto(shop, sellerFacts.name), alt: `The car of ${sellerFacts.name}` },
      { image: await uploadPhoto(shop, sellerFacts.name), alt: sellerFacts.email },
    ],
  };
  const id = await insertedId(shop.call("POST", "/api/addproduct", { token: seller.token, body }));
  return { id, name };
}

/** A feed that names the seller wherever a feed can. */
async function syncFeed(shop: Shop, seller: User): Promise<void> {
  const { name, email } = sellerFacts;
  const facts = JSON.stringify({ description: `Ask for ${name}, ${email}.` });
  await shop.deps.db.execute(sql`
    with feed as (
      insert into feed (seller_id, name, path) values (${seller.id}, ${name}, ${`/home/${email}.csv`})
      returning id),
    plan as (
      insert into feed_plan (feed_id, feed_version, source, options, columns, rows, refused,
        unchanged, held, repeated, review, left_out)
      select id, 0, ${`${name}.csv`}, '{}', '[]', 2, 1, 0, '[]', '[]', '[]', '{}' from feed
      returning id),
    change as (
      insert into feed_change (plan_id, number, kind, identity, facts)
      select id, 0, 'added', ${`stock ${email}`}, ${facts} from plan),
    car as (
      insert into feed_car (feed_id, identity, listing_id, said)
      select feed.id, ${`stock ${email}`}, listing.id, ${facts}
      from feed, (select id from listing where seller_id = ${seller.id} limit 1) as listing)
    insert into feed_refusal (plan_id, line, kind, faults, cells)
    select id, 2, 'faults', '[]', ${JSON.stringify([email])} from plan`);
}

/** A search with an email about one car and another car to announce. */
async function saveSearch(shop: Shop, buyer: User, car: Car): Promise<void> {
  const body = { search: "make=Audi&q=q5", name: `Q5 for ${buyerFacts.name}` };
  const id = await insertedId(
    shop.call("POST", "/api/saved-searches", { token: buyer.token, body }),
  );
  await shop.deps.db.execute(sql`
    insert into saved_search_match (search_id, listing_id, found_at, announced_at, announced_price_minor)
    values (${id}, ${car.id}, null, now(), 2000000)`);
  await shop.deps.db.execute(sql`
    insert into saved_search_email (account_id, email_id)
    select account_id, gen_random_uuid() from saved_search where id = ${id}`);
}

async function bookAndCancel(shop: Shop, buyer: User & { email: string }, car: Car): Promise<void> {
  const body = { productId: car.id, item: car.name, price: 20_000 };
  const id = await insertedId(shop.call("POST", "/api/bookings", { token: buyer.token, body }));
  await done(shop.call("DELETE", `/api/bookings/${id}`, { token: buyer.token }));
  await shop.deps.db.execute(
    sql`update email set sent_at = now() where kind = 'booking.buyer' and to_address = ${buyer.email}`,
  );
}

async function addKeyAndWebhook(shop: Shop, seller: User): Promise<void> {
  const body = { name: `Key of ${sellerFacts.name}`, scopes: ["stock:read"] };
  await insertedId(shop.call("POST", "/api/keys", { token: seller.token, body }));
  const url = `https://erp.example.com/${encodeURIComponent(sellerFacts.email)}`;
  await done(shop.call("PUT", "/api/webhook", { token: seller.token, body: { url } }));
}

async function replacePhotos(shop: Shop, seller: User, { id }: Car): Promise<void> {
  const image = await uploadPhoto(shop, sellerFacts.name);
  const body = { resalePrice: 19_500, photos: [{ image, alt: sellerFacts.phone }] };
  await done(shop.call("PATCH", `/api/products/${id}`, { token: seller.token, body }));
}

/** Sells a car to the buyer and refunds a part. Returns the booking's id. */
async function buyAndRefund(
  shop: Shop,
  { admin, buyer }: { admin: User; buyer: User },
  car: Car,
): Promise<string> {
  const { phone, location } = buyerFacts;
  const body = { productId: car.id, item: car.name, price: 20_000, phone, location };
  const id = await insertedId(shop.call("POST", "/api/bookings", { token: buyer.token, body }));
  const intent = await openIntent(shop, buyer.token, id);
  const at = { providerUrl: shop.simulator!.address, returnUrl: "http://localhost:3000/" };
  await confirmWithCard(at, intent, cards.good, buyerFacts);
  await deliverAll(shop, intent.id);
  await refund(shop, admin.token, id, {
    amount: 500,
    reason: `${buyerFacts.name} was promised less by ${sellerFacts.name}`,
  });
  await deliverAll(shop, intent.id);
  return id;
}

async function reviewEachOther(
  shop: Shop,
  { buyer, seller }: { buyer: User; seller: User },
  bookingId: string,
): Promise<void> {
  const write = ({ token }: User, text: string) =>
    insertedId(
      shop.call("POST", `/api/bookings/${bookingId}/review`, { token, body: { stars: 3, text } }),
    );
  const id = await write(buyer, `${sellerFacts.name} was late. I am ${buyerFacts.name}.`);
  await write(seller, "The buyer was early.");
  const { token } = seller;
  const text = `${sellerFacts.name} regrets it.`;
  await done(shop.call("POST", `/api/reviews/${id}/answer`, { token, body: { text } }));
  const reason = `I am ${sellerFacts.name}`;
  await done(shop.call("PUT", `/api/reviews/${id}/report`, { token, body: { reason } }));
}

async function reportAndAppeal(
  shop: Shop,
  { admin, buyer, seller }: { admin: User; buyer: User; seller: User },
  car: Car,
): Promise<void> {
  await done(
    shop.call("PUT", `/api/reportedProducts/${car.id}`, {
      token: buyer.token,
      body: { reason: `${sellerFacts.name} has no papers. Call me: ${buyerFacts.phone}` },
    }),
  );
  await done(
    shop.call("POST", `/api/reportedProducts/${car.id}/remove`, {
      token: admin.token,
      body: { reason: `${sellerFacts.name} could not show papers to ${buyerFacts.email}` },
    }),
  );
  const { body } = await shop.call("GET", "/api/moderation", { token: seller.token });
  const actions = body as { _id: string }[];
  await done(
    shop.call("POST", "/api/appeals", {
      token: seller.token,
      body: { actionId: actions[0]!._id, text: `I, ${sellerFacts.name}, have sent them by post.` },
    }),
  );
}

async function insertedId(call: Parameters<typeof done>[0]): Promise<string> {
  return ((await done(call)) as { insertedId: string }).insertedId;
}

/** The file that a test plants to show that the search finds words in files. */
export async function plantTrace(shop: Shop): Promise<string> {
  const file = path.join(shop.deps.config.DATA_DIR, "planted.txt");
  await writeFile(file, `of ${buyerFacts.email.toUpperCase()}\n`);
  return file;
}
