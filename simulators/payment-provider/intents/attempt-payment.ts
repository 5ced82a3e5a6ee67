import type Stripe from "stripe";
import type { Answer, Call } from "#simulators/payment-provider/call.ts";
import { openDispute } from "#simulators/payment-provider/disputes/open-dispute.ts";
import {
  buildBalanceTransaction,
  cardFee,
} from "#simulators/payment-provider/objects/build-balance-transaction.ts";
import { buildCharge } from "#simulators/payment-provider/objects/build-charge.ts";
import { newId, randomText } from "#simulators/payment-provider/objects/new-id.ts";
import { addChallenge } from "#simulators/payment-provider/state/challenge-store.ts";
import { emit } from "#simulators/payment-provider/state/event-store.ts";
import { saveObject, type Stored } from "#simulators/payment-provider/state/object-store.ts";
import { readSetting } from "#simulators/payment-provider/state/setting-store.ts";
import { addTask } from "#simulators/payment-provider/state/task-store.ts";
import { decideAttempt, type Decline } from "./declines.ts";

type Context = Pick<Call, "work" | "setting">;
type AttemptInput = {
  intent: Stored<"payment_intent">;
  method: Stored<"payment_method">;
  authenticated: boolean;
  offSession: boolean;
  returnUrl: string | null;
  /** The browser library shows the challenge. */
  useSdk: boolean;
};

/** Tries to pay a locked intent with a locked payment method. Returns the decline, if there is one. */
export async function attemptPayment(
  context: Context,
  input: AttemptInput,
): Promise<Decline | null> {
  const { intent, method } = input;
  const attempt = decideAttempt(method.hidden.payment ?? "succeeds", input);
  if (attempt.kind === "declined") {
    await decline(context, input, attempt.decline);
    return attempt.decline;
  }
  if (attempt.kind === "challenge") {
    await challenge(context, input);
    return null;
  }
  if (await readSetting(context.work, "slowPayments")) {
    await process(context, input);
    return null;
  }
  await succeed(context, { intent, method, authenticated: input.authenticated });
  return null;
}

/** Creates a charge and sets the intent to `succeeded`. */
export async function succeed(
  { work }: Pick<Context, "work">,
  {
    intent,
    method,
    authenticated,
  }: {
    intent: Stored<"payment_intent">;
    method: Stored<"payment_method">;
    authenticated: boolean;
  },
): Promise<void> {
  const id = newId("ch");
  const movement = buildBalanceTransaction({
    type: "charge",
    category: "charge",
    amount: intent.object.amount,
    fee: cardFee(intent.object.amount),
    currency: intent.object.currency,
    source: id,
    description: intent.object.description,
    now: work.now,
  });
  const charge = buildCharge({
    id,
    intent: intent.object,
    method: method.object,
    decline: null,
    authenticated,
    balanceTransaction: movement.id,
    now: work.now,
  });
  await saveObject(work, "balance_transaction", { object: movement, hidden: {} });
  const aftermath = method.hidden.aftermath ?? null;
  const stored = { object: charge, hidden: { aftermath } };
  await saveObject(work, "charge", stored);
  await saveObject(work, "payment_method", { ...method, hidden: { ...method.hidden, used: true } });
  await updateStoredIntent(work, intent, {
    amount_received: intent.object.amount,
    last_payment_error: null,
    latest_charge: id,
    next_action: null,
    payment_method: method.object.id,
    processing: null,
    status: "succeeded",
  });
  emit(work, "charge.succeeded", charge);
  emit(work, "payment_intent.succeeded", intent.object);
  if (aftermath === "dispute_fraudulent")
    await openDispute(work, stored, { reason: "fraudulent", inquiry: false });
  if (aftermath === "dispute_not_received")
    await openDispute(work, stored, { reason: "product_not_received", inquiry: false });
  if (aftermath === "inquiry")
    await openDispute(work, stored, { reason: "fraudulent", inquiry: true });
}

/** Creates a failed charge. The intent then accepts another payment method. */
export async function decline(
  { work }: Pick<Context, "work">,
  input: Pick<AttemptInput, "intent" | "method" | "authenticated">,
  reason: Decline,
): Promise<void> {
  const { intent, method } = input;
  const charge = buildCharge({
    id: newId("ch"),
    intent: intent.object,
    method: method.object,
    decline: reason,
    authenticated: input.authenticated,
    balanceTransaction: null,
    now: work.now,
  });
  await saveObject(work, "charge", { object: charge, hidden: {} });
  await updateStoredIntent(work, intent, {
    last_payment_error: errorOf(reason, charge.id, method.object),
    latest_charge: charge.id,
    next_action: null,
    payment_method: null,
    processing: null,
    status: "requires_payment_method",
  });
  emit(work, "charge.failed", charge);
  emit(work, "payment_intent.payment_failed", intent.object);
}

/** Asks the cardholder to confirm with the bank, on a page with a secret URL. */
async function challenge({ work, setting }: Context, input: AttemptInput): Promise<void> {
  const token = randomText(43);
  const url = `${setting.publicAddress().replace(/\/$/, "")}/payment-simulator/challenge/${token}`;
  const nextAction: Stripe.PaymentIntent.NextAction =
    input.returnUrl !== null && !input.useSdk
      ? { redirect_to_url: { return_url: input.returnUrl, url }, type: "redirect_to_url" }
      : {
          type: "use_stripe_sdk",
          use_stripe_sdk: {
            source: newId("payatt"),
            stripe_js: url,
            type: "three_d_secure_redirect",
          },
        };
  await addChallenge(work, { token, payment: input.intent.object.id, returnUrl: input.returnUrl });
  await updateStoredIntent(
    work,
    input.intent,
    {
      last_payment_error: null,
      next_action: nextAction,
      payment_method: input.method.object.id,
      status: "requires_action",
    },
    token,
  );
  emit(work, "payment_intent.requires_action", input.intent.object);
}

async function process(
  { work, setting }: Context,
  { intent, method, authenticated }: AttemptInput,
): Promise<void> {
  intent.hidden.authenticated = authenticated;
  await updateStoredIntent(work, intent, {
    last_payment_error: null,
    next_action: null,
    payment_method: method.object.id,
    processing: { card: {}, type: "card" },
    status: "processing",
  });
  await addTask(work, intent.object.id, setting.settleAfterMs);
  emit(work, "payment_intent.processing", intent.object);
}

/** Changes a locked intent. This ends its open challenge, unless a new token is given. */
export async function updateStoredIntent(
  work: Call["work"],
  intent: Stored<"payment_intent">,
  change: Partial<Stripe.PaymentIntent>,
  challengeToken: string | null = null,
): Promise<void> {
  intent.object = { ...intent.object, ...change };
  intent.hidden = { ...intent.hidden, challenge: challengeToken };
  await saveObject(work, "payment_intent", intent);
}

/** The provider's error for a decline, used in the intent and in the 402 response. */
function errorOf(reason: Decline, charge: string, method: Stripe.PaymentMethod) {
  return {
    ...(reason.adviceCode && { advice_code: reason.adviceCode }),
    charge,
    code: reason.code,
    ...(reason.declineCode && { decline_code: reason.declineCode }),
    doc_url: `https://stripe.com/docs/error-codes/${reason.code.replaceAll("_", "-")}`,
    message: reason.message,
    ...(reason.param && { param: reason.param }),
    payment_method: method,
    type: "card_error" as const,
  } satisfies Stripe.PaymentIntent.LastPaymentError;
}

/** The 402 response for a decline, with the changed intent. */
export function declinedAnswer(
  error: Stripe.PaymentIntent.LastPaymentError,
  shown: Partial<Stripe.PaymentIntent>,
): Answer {
  return { status: 402, body: { error: { ...error, payment_intent: shown } } };
}
