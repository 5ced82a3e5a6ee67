import type Stripe from "stripe";
import { lockObject } from "#simulators/payment-provider/state/object-store.ts";
import { endTask } from "#simulators/payment-provider/state/task-store.ts";
import type { Work } from "#simulators/payment-provider/state/work.ts";
import { decline, succeed } from "./attempt-payment.ts";
import { declines } from "./declines.ts";

/** Ends a payment in `processing`. Null: it is not in that state. */
export async function finishProcessing(
  work: Work,
  id: string,
  outcome: "succeeded" | "failed",
): Promise<Stripe.PaymentIntent | null> {
  const intent = await lockObject(work, "payment_intent", id);
  await endTask(work, id);
  if (intent?.object.status !== "processing") return null;
  const method = (await lockObject(work, "payment_method", String(intent.object.payment_method)))!;
  const authenticated = intent.hidden.authenticated ?? false;
  if (outcome === "succeeded") await succeed({ work }, { intent, method, authenticated });
  else await decline({ work }, { intent, method, authenticated }, declines.generic_decline);
  return intent.object;
}
