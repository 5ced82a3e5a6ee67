import { createHmac } from "node:crypto";
import type Stripe from "stripe";

export type SignedPayload = { body: string; signature: string };

/** Body and signature of a webhook. Source: docs.stripe.com/webhooks#verify-manually. `at`: Unix seconds. */
export function signPayload(event: Stripe.Event, secret: string, at: number): SignedPayload {
  const body = JSON.stringify(event, null, 2);
  const digest = createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
  return { body, signature: `t=${at},v1=${digest}` };
}
