import { timingSafeEqual } from "node:crypto";
import type Stripe from "stripe";
import { refused } from "#simulators/payment-provider/http/api-error.ts";

/** A browser shows by the client secret that the intent is its own. @throws ApiError 400 */
export function requireClientSecret(intent: Stripe.PaymentIntent, given: string | undefined): void {
  const expected = Buffer.from(intent.client_secret ?? "");
  const shown = Buffer.from(given ?? "");
  if (shown.length === expected.length && timingSafeEqual(shown, expected)) return;
  throw refused(
    "The client_secret provided does not match the client_secret associated with the PaymentIntent.",
    { code: "payment_intent_invalid_parameter", param: "client_secret" },
  );
}
