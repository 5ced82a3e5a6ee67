import Stripe from "stripe";
import { expect, test } from "vitest";
import { createPaymentProvider } from "./payment-provider.ts";

const stripe = new Stripe("sk_test_x");
const payload = JSON.stringify({
  id: "evt_1",
  type: "payment_intent.succeeded",
  created: 1,
  data: { object: {} },
});

function providerWith(webhookSecret: string) {
  return createPaymentProvider({
    kind: "stripe",
    secretKey: "sk_test_x",
    publishableKey: "pk_test_x",
    webhookSecret,
    apiUrl: null,
    shopId: "shop",
  });
}

/** The header that the provider sends while these secrets are valid at the same time. */
function signedWith(...secrets: string[]): string {
  const timestamp = Math.floor(Date.now() / 1_000);
  const signatures = secrets.map(
    (secret) =>
      stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }).split(",")[1]!,
  );
  return [`t=${timestamp}`, ...signatures].join(",");
}

test("while the webhook's secret is replaced, processes with the old and the new one take its events", () => {
  const header = signedWith("whsec_old", "whsec_new");
  for (const secret of ["whsec_old", "whsec_new"])
    expect(providerWith(secret).verifyEvent(Buffer.from(payload), header).id).toBe("evt_1");
  const late = () =>
    providerWith("whsec_old").verifyEvent(Buffer.from(payload), signedWith("whsec_new"));
  expect(late).toThrow("The signature is invalid.");
});
