import type Stripe from "stripe";
import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { invalidRequest, noSuch } from "#simulators/payment-provider/http/api-error.ts";
import { ignored, readParams, type Read } from "#simulators/payment-provider/http/params.ts";
import { publicError, publicIntent } from "#simulators/payment-provider/objects/build-intent.ts";
import { expandObject } from "#simulators/payment-provider/objects/expand-object.ts";
import { lockObject, type Stored } from "#simulators/payment-provider/state/object-store.ts";
import { attemptPayment, declinedAnswer } from "./attempt-payment.ts";
import { browserReaders, confirmReaders } from "./intent-params.ts";
import { requireAllowed, unexpectedState } from "./intent-life-cycle.ts";
import { lockPaymentMethod, makePaymentMethod } from "./make-payment-method.ts";
import { requireClientSecret } from "./require-client-secret.ts";

type ConfirmInput = Partial<Read<typeof confirmReaders>>;

/** POST /v1/payment_intents/:id/confirm: called by the server, or by a browser with the client secret. */
export async function confirmIntent(call: Call): Promise<Answer> {
  const browser = call.key === "publishable";
  const input = browser
    ? readParams(call.params, { ...confirmReaders, ...browserReaders })
    : readParams(call.params, { ...confirmReaders, client_secret: ignored });
  const intent = await lockObject(call.work, "payment_intent", call.id);
  if (!intent) throw noSuch("payment_intent", call.id, "intent");
  if (browser) requireClientSecret(intent.object, input.client_secret);
  return confirmLocked(call, intent, input);
}

/** Confirms a locked or newly created intent. */
export async function confirmLocked(
  call: Pick<Call, "work" | "setting" | "key">,
  intent: Stored<"payment_intent">,
  input: ConfirmInput,
): Promise<Answer> {
  const show = () => (call.key === "secret" ? intent.object : publicIntent(intent.object));
  requireAllowed("confirmed", intent.object, show());
  requireReturnUrl(intent.object, input);
  const method = await chooseMethod(call, intent, input, show);
  if (input.receipt_email !== undefined) intent.object.receipt_email = input.receipt_email;
  if (input.setup_future_usage) intent.object.setup_future_usage = input.setup_future_usage;
  const decline = await attemptPayment(call, {
    intent,
    method,
    authenticated: false,
    offSession: input.off_session ?? false,
    returnUrl: input.return_url ?? null,
    useSdk: input.use_stripe_sdk ?? false,
  });
  const error = intent.object.last_payment_error;
  if (decline && error)
    return declinedAnswer(call.key === "secret" ? error : publicError(error), show());
  return ok(await expandObject(call.work, show(), input.expand));
}

async function chooseMethod(
  call: Pick<Call, "work" | "setting">,
  intent: Stored<"payment_intent">,
  input: ConfirmInput,
  show: () => Partial<Stripe.PaymentIntent>,
) {
  if (input.payment_method_data) return makePaymentMethod(call, input.payment_method_data);
  const id = input.payment_method ?? (intent.object.payment_method as string | null);
  if (id) return lockPaymentMethod(call, id);
  throw unexpectedState(
    "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the " +
      "PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment " +
      "method or ConfirmationToken.",
    show(),
  );
}

/** Automatic payment methods may redirect, so they need a return URL. */
function requireReturnUrl(intent: Stripe.PaymentIntent, input: ConfirmInput): void {
  const automatic = intent.automatic_payment_methods;
  if (!automatic?.enabled || automatic.allow_redirects === "never") return;
  if (input.return_url || input.use_stripe_sdk || input.off_session) return;
  throw invalidRequest(
    "This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these " +
      "payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don't " +
      "want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and " +
      "`automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.",
    { param: "return_url" },
  );
}
