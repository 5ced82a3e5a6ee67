import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { deliverEmail } from "#server/email-delivery/deliver-email.ts";
import { createMailer } from "#server/email-delivery/mailer.ts";
import { anAccount } from "#testing/builders.ts";
import { startMailServer } from "#testing/email/mail-server.ts";
import { emailsTo } from "#testing/email/emails.ts";
import {
  aCarBeingPaid,
  deliverAll,
  endHoldUnnoticed,
  lapse,
} from "#testing/payments/payment-scenes.ts";
import { aHeldCar, book, openIntent, payWithCard } from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";
import { expireDueHolds } from "./expire-due-holds.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let admin: Awaited<ReturnType<typeof anAccount>>;
beforeAll(async () => {
  shop = await createTestApp({ PUBLIC_URL: "https://cars.example" });
  admin = await anAccount(shop.deps, { role: "admin" });
});
afterAll(() => shop.close());

type Held = Awaited<ReturnType<typeof aHeldCar>>;

async function kindsTo({ email }: { email: string }): Promise<string[]> {
  return (await emailsTo(shop.deps, email)).map(({ kind }) => kind).toSorted();
}
async function textOf(user: { email: string }, kind: string): Promise<string> {
  const emails = (await emailsTo(shop.deps, user.email)).filter((email) => email.kind === kind);
  expect(emails).toHaveLength(1);
  return `${emails[0]!.subject}\n${emails[0]!.text}`;
}
const cancel = ({ buyer, bookingId }: Pick<Held, "buyer" | "bookingId">) =>
  shop.call("DELETE", `/api/bookings/${bookingId}`, { token: buyer.token });

test("emails buyer and seller about a new booking", async () => {
  const { buyer, seller, car, bookingId } = await aHeldCar(shop);
  const { rows } = await shop.deps.db.execute<{ until: string }>(
    sql`select to_char(expires_at at time zone 'utc', 'FMMonth FMDD, YYYY "at" FMHH12:MI AM "UTC"') as until from booking where id = ${bookingId}`,
  );
  const [{ until }] = rows as [{ until: string }];
  const toBuyer = await textOf(buyer, "booking.buyer");
  for (const text of [
    `Reserved for you on Marque: ${car.name}`,
    `Dear ${buyer.name},`,
    "Price: $20,000",
    `Held until: ${until}`,
    `https://cars.example/dashboard/payment/${bookingId}`,
  ])
    expect(toBuyer).toContain(text);
  const toSeller = await textOf(seller, "booking.seller");
  for (const text of [
    `Reserved on Marque: ${car.name}`,
    `Dear ${seller.name},`,
    `Reserved until: ${until}`,
    "https://cars.example/dashboard/myproduct",
  ])
    expect(toSeller).toContain(text);
  expect(toSeller).not.toContain(buyer.email);
  expect(await kindsTo(buyer)).toEqual(["booking.buyer"]);
  expect(await kindsTo(seller)).toEqual(["booking.seller"]);
});

test("sends no email for a refused booking", async () => {
  const { seller, car } = await aHeldCar(shop);
  const next = await anAccount(shop.deps, { role: "Buyer" });
  await expect(book(shop, next, car)).rejects.toThrow("not booked");
  expect(await kindsTo(next)).toEqual([]);
  expect(await kindsTo(seller)).toEqual(["booking.seller"]);
});

describe("emails buyer and seller once when an unpaid hold ends", () => {
  const both = async ({ buyer, seller, car }: Held) => ({
    buyer: (await textOf(buyer, "released.buyer")).replaceAll(car.name, "the car"),
    seller: (await textOf(seller, "released.seller")).replaceAll(car.name, "the car"),
  });

  it("canceled by its buyer twice at the same time", async () => {
    const held = await aHeldCar(shop);
    await Promise.all([cancel(held), cancel(held)]);
    const texts = await both(held);
    expect(texts.buyer).toContain("You canceled your booking of the car.");
    expect(texts.buyer).toContain("free for others again");
    expect(texts.buyer).toContain("Your card was not charged.");
    expect(texts.seller).toContain("The reservation of the car was canceled by the buyer.");
  });

  it("expired while two processes end holds", async () => {
    const held = await aHeldCar(shop);
    await lapse(shop, held.bookingId);
    await Promise.all([expireDueHolds(shop.deps), expireDueHolds(shop.deps)]);
    const texts = await both(held);
    expect(texts.buyer).toContain("Your reservation of the car expired before it was paid.");
    expect(texts.seller).toContain("The reservation of the car expired before it was paid.");
  });

  it("expired and replaced by the next buyer's booking", async () => {
    const held = await aHeldCar(shop);
    await lapse(shop, held.bookingId);
    const next = await anAccount(shop.deps, { role: "Buyer" });
    await book(shop, next, held.car);
    await expireDueHolds(shop.deps);
    expect((await both(held)).buyer).toContain("expired before it was paid");
    expect(await kindsTo(next)).toEqual(["booking.buyer"]);
    expect(await kindsTo(held.seller)).toEqual([
      "booking.seller",
      "booking.seller",
      "released.seller",
    ]);
  });

  it("expired and ended by another buyer's late payment", async () => {
    const late = await aCarBeingPaid(shop);
    await endHoldUnnoticed(shop, late.bookingId);
    const next = await anAccount(shop.deps, { role: "Buyer" });
    const bookingId = await book(shop, next, late.car);
    await lapse(shop, bookingId);
    await payWithCard(shop, late.intent);
    await deliverAll(shop, late.intent.id);
    expect(await kindsTo(next)).toEqual(["booking.buyer", "released.buyer"]);
    expect(await kindsTo(late.buyer)).toEqual(["booking.buyer", "receipt.buyer"]);
  });

  it.each(["cancelled", "expired"])(
    "%s with a started payment, after the provider has canceled it",
    async (how) => {
      const held = await aCarBeingPaid(shop);
      const { provider } = shop.deps;
      const { cancelIntent } = provider;
      const kinds: string[][] = [];
      provider.cancelIntent = async (id) => {
        kinds.push(await kindsTo(held.buyer));
        return cancelIntent.call(provider, id);
      };
      if (how === "expired") {
        await lapse(shop, held.bookingId);
        await expireDueHolds(shop.deps);
      } else await cancel(held);
      provider.cancelIntent = cancelIntent;
      expect(kinds).toEqual([["booking.buyer"]]);
      // The provider's webhook arrives after we have read its answer.
      await deliverAll(shop, held.intent.id);
      await both(held);
    },
  );

  it("removed by an admin: the buyer gets the reason, the seller only the removal email", async () => {
    const held = await aHeldCar(shop);
    await shop.call("DELETE", `/api/addproduct/${held.car.id}`, { token: admin.token });
    expect(await textOf(held.buyer, "released.buyer")).toContain(
      `${held.car.name} is no longer for sale, so your reservation of it has ended.`,
    );
    expect(await kindsTo(held.seller)).toEqual(["booking.seller", "listing.removed"]);
  });

  it("expired after the seller was deleted: only the buyer, without saying that the car is free", async () => {
    const held = await aHeldCar(shop);
    await lapse(shop, held.bookingId);
    const { body } = await shop.call("DELETE", `/api/seller/${held.seller.id}`, {
      token: admin.token,
    });
    expect(body).toEqual({ deletedCount: 1 });
    await expireDueHolds(shop.deps);
    expect(await textOf(held.buyer, "released.buyer")).not.toContain("free for others");
    expect(await kindsTo(held.seller)).not.toContain("released.seller");
  });

  it("expired after the buyer was deleted: only the seller", async () => {
    const held = await aHeldCar(shop);
    await lapse(shop, held.bookingId);
    const { body } = await shop.call("DELETE", `/api/buyer/${held.buyer.id}`, {
      token: admin.token,
    });
    expect(body).toEqual({ deletedCount: 1 });
    await expireDueHolds(shop.deps);
    expect(await kindsTo(held.buyer)).not.toContain("released.buyer");
    await textOf(held.seller, "released.seller");
  });
});

describe("sends no release email when a hold ends paid", () => {
  it.each(["paid while it ran", "cancelled when the payment had gone through"])(
    "%s",
    async (how) => {
      const held = await aHeldCar(shop);
      const intent = await openIntent(shop, held.buyer.token, held.bookingId);
      await payWithCard(shop, intent);
      if (how.startsWith("cancelled"))
        expect((await cancel(held)).body).toMatchObject({ deletedCount: 0 });
      await deliverAll(shop, intent.id);
      await lapse(shop, held.bookingId);
      await expireDueHolds(shop.deps);
      expect(await kindsTo(held.buyer)).toEqual(["booking.buyer", "receipt.buyer"]);
      expect(await kindsTo(held.seller)).toEqual(["booking.seller", "receipt.seller"]);
    },
  );
});

test("delivers the emails about a booking and its end to a mail server", async () => {
  const held = await aHeldCar(shop);
  await cancel(held);
  const server = await startMailServer();
  const config = { ...shop.deps.config, SMTP_URL: server.url };
  await deliverEmail(shop.deps, createMailer(config)!);
  await server.stop();
  const receivedBy = ({ email }: { email: string }) =>
    server.received.filter(({ to }) => to.includes(email)).map(({ raw }) => decoded(raw));
  const subjects = (emails: string[]) =>
    emails.map((email) => /^Subject: (.*)$/m.exec(email)?.[1]).toSorted();
  const { name } = held.car;
  const toBuyer = receivedBy(held.buyer);
  expect(subjects(toBuyer)).toEqual([
    `No longer reserved for you on Marque: ${name}`,
    `Reserved for you on Marque: ${name}`,
  ]);
  expect(subjects(receivedBy(held.seller))).toEqual([
    `No longer reserved on Marque: ${name}`,
    `Reserved on Marque: ${name}`,
  ]);
  const booked = toBuyer.find((email) => email.includes("Subject: Reserved"))!;
  const payAt = `https://cars.example/dashboard/payment/${held.bookingId}`;
  expect(booked).toContain(`Pay now: ${payAt}`);
  expect(booked).toContain(`href="${payAt}"`);
});

/** Decodes a raw email: unfolds its headers and undoes its transfer encoding. */
function decoded(raw: string): string {
  return raw
    .replace(/\r\n/g, "\n")
    .replace(/\n[ \t]+(?=\S)/g, " ")
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}
