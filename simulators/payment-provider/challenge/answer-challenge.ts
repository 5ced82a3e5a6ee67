import type Stripe from "stripe";
import type { Pool } from "pg";
import type { Call } from "#simulators/payment-provider/call.ts";
import {
  attemptPayment,
  updateStoredIntent,
} from "#simulators/payment-provider/intents/attempt-payment.ts";
import {
  findChallenge,
  type Challenge,
} from "#simulators/payment-provider/state/challenge-store.ts";
import { inTransaction } from "#simulators/payment-provider/state/database-store.ts";
import { emit } from "#simulators/payment-provider/state/event-store.ts";
import {
  findObject,
  lockObject,
  type Stored,
} from "#simulators/payment-provider/state/object-store.ts";
import type { Work } from "#simulators/payment-provider/state/work.ts";

type Context = { pool: Pool } & Pick<Call, "setting">;
type ChallengeOutcome = "complete" | "fail";

/** Applies the cardholder's answer. `answered` is false if the challenge was already over. Null: no such challenge. */
export async function answerChallenge(
  { pool, setting }: Context,
  token: string,
  outcome: ChallengeOutcome,
): Promise<{ answered: boolean; intent: Stripe.PaymentIntent; challenge: Challenge } | null> {
  return inTransaction(pool, { id: null, idempotencyKey: null }, async (work) => {
    const challenge = await findChallenge(work, token);
    const intent = challenge && (await lockObject(work, "payment_intent", challenge.payment));
    if (!challenge || !intent) return null;
    if (!isOpen(intent, token)) return { answered: false, intent: intent.object, challenge };
    const method = (await lockObject(
      work,
      "payment_method",
      String(intent.object.payment_method),
    ))!;
    if (outcome === "fail") await failAuthentication(work, intent, method);
    else
      await attemptPayment(
        { work, setting },
        {
          intent,
          method,
          authenticated: true,
          offSession: false,
          returnUrl: challenge.returnUrl,
          useSdk: false,
        },
      );
    return { answered: true, intent: intent.object, challenge };
  });
}

/** The current state of a challenge, or null. */
export async function readChallenge({ pool }: Pick<Context, "pool">, token: string) {
  const work = { db: pool };
  const challenge = await findChallenge(work, token);
  const intent = challenge && (await findObject(work, "payment_intent", challenge.payment));
  if (!challenge || !intent) return null;
  const open = isOpen(intent, token);
  const method = open
    ? await findObject(work, "payment_method", String(intent.object.payment_method))
    : null;
  return { open, intent: intent.object, challenge, method: method?.object ?? null };
}

/** A challenge ends when it is answered, and when the intent is confirmed again, canceled or paid. */
function isOpen(intent: Stored<"payment_intent">, token: string): boolean {
  return intent.object.status === "requires_action" && intent.hidden.challenge === token;
}

async function failAuthentication(
  work: Work,
  intent: Stored<"payment_intent">,
  method: Stored<"payment_method">,
): Promise<void> {
  const code = "payment_intent_authentication_failure";
  await updateStoredIntent(work, intent, {
    last_payment_error: {
      code,
      doc_url: "https://stripe.com/docs/error-codes/payment-intent-authentication-failure",
      message:
        "The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new " +
        "PaymentMethod to attempt to fulfill this PaymentIntent again.",
      payment_method: method.object,
      type: "invalid_request_error",
    },
    next_action: null,
    payment_method: null,
    status: "requires_payment_method",
  });
  emit(work, "payment_intent.payment_failed", intent.object);
}
