import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aBooking, aListing, anAccount } from "#testing/builders.ts";
import { aPaidBooking, receiptParties } from "#testing/receipts/receipt-fixture.ts";
import { createTestApp } from "#testing/test-app.ts";
import { issueReceipt } from "#server/payments/receipts/issue-receipt.ts";
import { queueRefundEmail } from "#server/payments/refunds/queue-refund-email.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let accounts: Record<"buyer" | "otherBuyer" | "seller" | "otherSeller" | "admin", User>;
type User = Awaited<ReturnType<typeof anAccount>>;

beforeAll(async () => {
  shop = await createTestApp({ PUBLIC_URL: "https://cars.example/" });
  const { deps } = shop;
  accounts = {
    ...(await receiptParties(deps)),
    otherBuyer: await anAccount(deps),
    otherSeller: await anAccount(deps, { role: "Seller" }),
    admin: await anAccount(deps, { role: "admin" }),
  };
});
afterAll(() => shop.close());

async function emailsTo(user: User, kind: string) {
  const { rows } = await shop.deps.db.execute(
    sql`select subject, text, html from email where to_address = ${user.email} and kind = ${kind} order by created_at desc, id`,
  );
  return rows as { subject: string; text: string; html: string }[];
}

async function aRefund(
  payment: { bookingId: string; transactionId: string; paidMinor: number },
  amountMinor: number,
  { status = "succeeded", quarantine = null }: { status?: string; quarantine?: string | null } = {},
) {
  const id = randomUUID();
  await shop.deps.db.execute(
    sql`insert into payment (id, booking_id, intent_id, status, amount_minor, currency, captured_minor, quarantine_reason)
        values (${id}, ${payment.bookingId}, ${payment.transactionId}, 'succeeded', ${payment.paidMinor}, 'USD', ${payment.paidMinor}, ${quarantine})`,
  );
  await shop.deps.db.execute(
    sql`insert into refund (id, payment_id, amount_minor, cause, why, status)
        values (${randomUUID()}, ${id}, ${amountMinor}, 'admin', 'scratched', ${status})`,
  );
}

const read = (bookingId: string, user: User) =>
  shop.call("GET", `/api/bookings/${bookingId}/receipt`, { token: user.token });

describe("a receipt", () => {
  it("is shown to its buyer, its seller and admins", async () => {
    const { bookingId, transactionId } = await aPaidBooking(shop.deps, accounts, {
      item: "BMW M3",
      paidMinor: 200_000,
    });
    const { status, body } = await read(bookingId, accounts.buyer);
    expect(status).toBe(200);
    expect(body).toEqual({
      number: expect.stringMatching(/^M-\d{6}$/) as string,
      bookingId,
      issuedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
      shop: "Marque",
      seller: { name: "Łukasz Żółć", email: accounts.seller.email },
      buyer: { name: accounts.buyer.name, email: accounts.buyer.email },
      item: "BMW M3",
      price: 20_000,
      amountPaid: 2_000,
      amountDueAtHandover: 18_000,
      amountRefunded: 0,
      currency: "USD",
      transactionId,
    });
    expect((await read(bookingId, accounts.seller)).body).toEqual(body);
    expect((await read(bookingId, accounts.admin)).body).toEqual(body);
  });

  it("is not shown to others, and does not exist for an unpaid booking", async () => {
    const { bookingId } = await aPaidBooking(shop.deps, accounts);
    for (const path of ["receipt", "receipt.pdf"]) {
      for (const [user, status] of [
        [accounts.otherBuyer, 404],
        [accounts.otherSeller, 404],
        [accounts.buyer, 200],
        [accounts.seller, 200],
        [accounts.admin, 200],
      ] as const) {
        const { token } = user;
        expect(
          (await shop.call("GET", `/api/bookings/${bookingId}/${path}`, { token })).status,
        ).toBe(status);
      }
      expect((await shop.call("GET", `/api/bookings/${bookingId}/${path}`)).status).toBe(401);
    }
    expect((await read(randomUUID(), accounts.admin)).body.message).toBe(
      "There is no such booking.",
    );
    expect((await read("not-an-id", accounts.admin)).status).toBe(404);
    const car = await aListing(shop.deps, { sellerId: accounts.seller.id });
    const held = await aBooking(shop.deps, { listingId: car.id, buyerId: accounts.buyer.id });
    const unpaid = await read(held.id, accounts.buyer);
    expect(unpaid.status).toBe(404);
    expect(unpaid.body.message).toBe("This booking has not been paid, so it has no receipt.");
    expect((await read(held.id, accounts.otherBuyer)).body.message).toBe(
      "There is no such booking.",
    );
  });

  it("does not change with the accounts, and numbers are consecutive", async () => {
    const seller = await anAccount(shop.deps, { role: "Seller", name: "Before" });
    const car = await aListing(shop.deps, { sellerId: seller.id });
    const { id } = await aBooking(shop.deps, { listingId: car.id, buyerId: accounts.buyer.id });
    const payment = { bookingId: id, transactionId: "pi_1", paidMinor: 2_000_000 };
    await issueReceipt(shop.deps.db, payment, shop.deps);
    await shop.deps.db.execute(sql`update account set name = 'After' where id = ${seller.id}`);
    const first = (await read(id, accounts.buyer)).body;
    expect(first.seller.name).toBe("Before");
    // Issuing it again, also concurrently, does not use up a number.
    await Promise.all([1, 2, 3].map(() => issueReceipt(shop.deps.db, payment, shop.deps)));
    const next = (await read((await aPaidBooking(shop.deps, accounts)).bookingId, accounts.buyer))
      .body;
    expect(Number(next.number.slice(2))).toBe(Number(first.number.slice(2)) + 1);
  });

  it("shows partial and full refunds after they succeeded", async () => {
    const part = await aPaidBooking(shop.deps, accounts, { paidMinor: 200_000 });
    await aRefund(part, 50_000);
    expect((await read(part.bookingId, accounts.buyer)).body).toMatchObject({
      amountRefunded: 500,
      amountDueAtHandover: 18_000,
    });
    // The refund of a quarantined second payment is not the receipt's.
    const second = { ...part, transactionId: `${part.transactionId}x` };
    await aRefund(second, 200_000, { quarantine: "superseded" });
    expect((await read(part.bookingId, accounts.buyer)).body.amountRefunded).toBe(500);
    const full = await aPaidBooking(shop.deps, accounts, { paidMinor: 200_000 });
    await aRefund(full, 200_000);
    expect((await read(full.bookingId, accounts.buyer)).body).toMatchObject({
      amountRefunded: 2_000,
      amountDueAtHandover: 0,
    });
    const failed = await aPaidBooking(shop.deps, accounts);
    await aRefund(failed, 100, { status: "failed" });
    expect((await read(failed.bookingId, accounts.buyer)).body.amountRefunded).toBe(0);
  });
});

describe("the emails about a payment", () => {
  it("go to buyer and seller once, however often the receipt is issued", async () => {
    await shop.deps.db.execute(sql`delete from email`);
    const payment = await aPaidBooking(shop.deps, accounts, { item: "BMW M3", paidMinor: 200_000 });
    await shop.deps.db.transaction((tx) => issueReceipt(tx, payment, shop.deps));
    await Promise.all(
      [1, 2, 3].map(() => shop.deps.db.transaction((tx) => issueReceipt(tx, payment, shop.deps))),
    );
    const { number } = (await read(payment.bookingId, accounts.buyer)).body;
    const [toBuyer, ...moreToBuyer] = await emailsTo(accounts.buyer, "receipt.buyer");
    const [toSeller, ...moreToSeller] = await emailsTo(accounts.seller, "receipt.seller");
    expect([moreToBuyer, moreToSeller]).toEqual([[], []]);
    for (const email of [toBuyer, toSeller])
      for (const words of [
        number,
        "BMW M3",
        "$20,000",
        "$2,000",
        "$18,000",
        `https://cars.example/dashboard/receipt/${payment.bookingId}`,
      ])
        expect(email!.text).toContain(words);
    expect(toBuyer!.subject).toContain("BMW M3");
    expect(toBuyer!.text).toContain(
      `Łukasz Żółć (${accounts.seller.email}, +1 800 555 0100, Lisbon)`,
    );
    expect(toBuyer!.text).toContain(payment.transactionId);
    expect(toSeller!.text).toContain(`(${accounts.buyer.email}, +351 900 000 000, Porto)`);
  });

  it("are not queued when the payment is rolled back", async () => {
    await shop.deps.db.execute(sql`delete from email`);
    const car = await aListing(shop.deps, { sellerId: accounts.seller.id });
    const { id } = await aBooking(shop.deps, { listingId: car.id, buyerId: accounts.buyer.id });
    await expect(
      shop.deps.db.transaction(async (tx) => {
        await issueReceipt(tx, { bookingId: id, transactionId: "pi_2", paidMinor: 1 }, shop.deps);
        throw new Error("the database went away");
      }),
    ).rejects.toThrow("the database went away");
    expect(await emailsTo(accounts.buyer, "receipt.buyer")).toEqual([]);
    expect((await read(id, accounts.buyer)).status).toBe(404);
  });

  it("show a name as text on one line", async () => {
    await aPaidBooking(shop.deps, accounts);
    const [email] = await emailsTo(accounts.seller, "receipt.seller");
    expect(email!.html).not.toContain("<script");
    expect(email!.html).toContain(
      "Eve &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; Refunded: $0 has paid",
    );
    expect(email!.text).not.toMatch(/^Refunded/m);
  });

  it("tell the buyer the amount and reason of a refund", async () => {
    const { bookingId } = await aPaidBooking(shop.deps, accounts, { item: "Audi RS6" });
    await queueRefundEmail(
      shop.deps.db,
      {
        outcome: "succeeded",
        bookingId,
        amountMinor: 150_050,
        currency: "USD",
        why: "The car was sold to another buyer.",
      },
      shop.deps,
    );
    const [email] = await emailsTo(accounts.buyer, "refund.buyer");
    expect(email!.subject).toBe("Your refund of $1,500.50 from Marque: Audi RS6");
    expect(email!.text).toContain("Reason: The car was sold to another buyer.");
    expect(email!.text).toContain("https://cars.example/dashboard/myorders");
  });
});
