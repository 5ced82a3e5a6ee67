import { timingSafeEqual } from "node:crypto";
import type Stripe from "stripe";
import { refused } from "#simulators/payment-provider/http/api-error.ts";

/** @throws ApiError 400 if the client secret does not match */
export function requireClientSecret(intent: Stripe.PaymentIntent, given: string | undefined): void {
  const expected = Buffer.from(intent.client_secret ?? "");
  const shown = Buffer.from(given ?? "");
  if (shown.length === expected.length && timingSafeEqual(shown, expected)) return;
  throw refused(
    "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    { code: "payment_intent_invalid_parameter", param: "client_secret" },
  );
}
