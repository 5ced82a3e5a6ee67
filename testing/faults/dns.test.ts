import dns from "node:dns";
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { deliverEmail } from "#server/email-delivery/deliver-email.ts";
import { createMailer } from "#server/email-delivery/mailer.ts";
import { settlePayments } from "#server/payments/settle-payments.ts";
import { simulatorKeys } from "#simulators/payment-provider/simulator-keys.ts";
import { startMailServer } from "#testing/email/mail-server.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { deliverAll } from "#testing/payments/payment-scenes.ts";
import {
  aHeldCar,
  askIntent,
  openIntent,
  payWithCard,
  readBooking,
} from "#testing/payments/payments.ts";
import { createTestApp } from "#testing/test-app.ts";

const secret = "a secret of the tests, long enough for them";
/** Names that only exist here. */
const ours = new Set(["provider.faults.test", "mail.faults.test"]);

let host: Awaited<ReturnType<typeof createTestApp>>;
let shop: Awaited<ReturnType<typeof createTestApp>>;
let failing: "ENOTFOUND" | "EAI_AGAIN" | null = null;

beforeAll(async () => {
  answerNames();
  // Its payment simulator is the provider, under a name.
  host = await createTestApp();
  const keys = simulatorKeys(secret);
  const { port } = new URL(host.simulator!.address);
  shop = await createTestApp(
    {
      STRIPE_SECRET_KEY: keys.secretKey,
      STRIPE_PUBLISHABLE_KEY: keys.publishableKey,
      STRIPE_WEBHOOK_SECRET: keys.webhookSecret,
      STRIPE_API_URL: `http://provider.faults.test:${port}`,
    },
    { providerTimeout: 1_000 },
  );
});
afterEach(() => void (failing = null));
afterAll(async () => {
  await shop.close();
  await host.close();
  vi.restoreAllMocks();
});

/** Resolves our names to this machine, or fails as set by `failing`. */
function answerNames(): void {
  const lookup = dns.lookup.bind(dns) as (...given: unknown[]) => void;
  vi.spyOn(dns, "lookup").mockImplementation((name: string, ...rest: unknown[]) => {
    if (!ours.has(name)) return lookup(name, ...rest);
    const done = rest.at(-1) as (error: Error | null, ...answer: unknown[]) => void;
    const error = Object.assign(new Error(`getaddrinfo ${failing} ${name}`), { code: failing });
    const wantsAll = (rest[0] as { all?: boolean } | undefined)?.all === true;
    const answer = wantsAll ? [[{ address: "127.0.0.1", family: 4 }]] : ["127.0.0.1", 4];
    setImmediate(() => (failing ? done(error) : done(null, ...answer)));
  });
}

test("a card provider whose name is not found: paying is refused for now, the hold stays, and paying works later", async () => {
  const { buyer, bookingId } = await aHeldCar(shop);
  for (const code of ["ENOTFOUND", "EAI_AGAIN"] as const) {
    failing = code;
    expect(await askIntent(shop, buyer.token, bookingId)).toMatchObject({
      status: 503,
      headers: { "retry-after": "5" },
      body: { error: { code: "payment_unavailable" } },
    });
    expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
      state: "held",
      allowedActions: ["pay", "cancel"],
    });
  }
  failing = null;
  const intent = await openIntent(shop, buyer.token, bookingId);
  await payWithCard(host, intent);
  // The payment was made while the shop cannot ask the provider. The webhook is enough.
  failing = "EAI_AGAIN";
  await deliverAll({ ...shop, simulator: host.simulator }, intent.id);
  await settlePayments(shop.deps);
  expect(await readBooking(shop, buyer.token, bookingId)).toMatchObject({
    paid: true,
    transactionId: intent.id,
  });
});

test("a mail server whose name is not found: sign-up works, and the email is sent once the name is back", async () => {
  const server = await startMailServer({});
  try {
    const { port } = new URL(server.url);
    const mailer = createMailer({
      ...shop.deps.config,
      SMTP_URL: `smtp://mail.faults.test:${port}`,
      MAIL_FROM: "shop@marque.example",
    })!;
    await shop.deps.db.execute(sql`delete from email`);
    failing = "EAI_AGAIN";
    await aSignedUpUser(shop, { email: "dns@faults.example" });
    expect(await deliverEmail(shop.deps, mailer)).toBe(0);
    const waiting = await shop.deps.db.execute<{ to_address: string; attempts: number }>(
      sql`select to_address, attempts, last_error from email where sent_at is null`,
    );
    expect(waiting.rows).toEqual([
      { to_address: "dns@faults.example", attempts: 1, last_error: expect.any(String) },
    ]);
    failing = null;
    await shop.deps.db.execute(sql`update email set next_attempt_at = now()`);
    expect(await deliverEmail(shop.deps, mailer)).toBe(1);
    expect(server.received).toHaveLength(1);
  } finally {
    await server.stop();
  }
});
