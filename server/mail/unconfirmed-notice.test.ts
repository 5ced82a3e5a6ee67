import { afterAll, beforeAll, expect, test } from "vitest";
import { aListing, anAccount } from "#testing/builders.ts";
import { startMailServer } from "#testing/mail-server.ts";
import { confirmAddress } from "#testing/people.ts";
import { createTestApp } from "#testing/test-app.ts";
import { deliverMail } from "./deliver-mail.ts";
import { createMailTransport } from "./mail-transport.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let server: Awaited<ReturnType<typeof startMailServer>>;
beforeAll(async () => {
  server = await startMailServer();
  shop = await createTestApp({ SMTP_URL: server.url });
});
afterAll(async () => {
  await shop.close();
  await server.stop();
});

const deliver = () => deliverMail(shop.deps, createMailTransport(shop.deps.config)!);
const received = (email: string) =>
  server.received.filter(({ to }) => to.includes(email)).map(({ raw }) => raw);

test("an address that is not confirmed is sent no words of other people", async () => {
  const email = "victim@inbox.example";
  const seller = await anAccount(shop.deps, { role: "Seller", email, isConfirmed: false });
  const buyer = await anAccount(shop.deps);
  async function book() {
    const name = "Your refund waits: http://evil.example";
    const car = await aListing(shop.deps, { sellerId: seller.id, name });
    const body = { productId: car.id, item: name, price: car.resalePriceMinor / 100 };
    const answer = await shop.call("POST", "/api/bookings", { token: buyer.token, body });
    expect(answer.body.acknowledged).toBe(true);
    await deliver();
  }

  await book();
  expect(received(buyer.email)).toHaveLength(1);
  const [notice] = received(email);
  expect(notice).toContain("Subject: There is news in your Marque account");
  expect(notice).toContain("http://localhost:3000/dashboard");
  expect(notice).not.toContain("refund");
  expect(notice).not.toContain("evil");

  // At most one a day, however often strangers book.
  await book();
  expect(received(buyer.email)).toHaveLength(2);
  expect(received(email)).toHaveLength(1);

  await confirmAddress(shop, email);
  await book();
  expect(received(email)).toHaveLength(2);
  expect(received(email)[1]).toContain("refund waits");
});
