import type Stripe from "stripe";
import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { noSuch } from "#simulators/payment-provider/http/api-error.ts";
import { mergeMetadata, readParams, type Read } from "#simulators/payment-provider/http/params.ts";
import { expandObject } from "#simulators/payment-provider/objects/expand-object.ts";
import { lockObject, saveObject } from "#simulators/payment-provider/state/object-store.ts";
import { checkAmount, checkCurrency } from "./amounts.ts";
import { checkKinds } from "./create-intent.ts";
import { updateReaders } from "./intent-params.ts";
import { requireAllowed } from "./intent-life-cycle.ts";
import { lockPaymentMethod, makePaymentMethod } from "./make-payment-method.ts";

type UpdateInput = Read<typeof updateReaders>;

/**
 * POST /v1/payment_intents/:id. Descriptions can change at any time; amount, currency and payment method only before
 * the payment.
 */
export async function updateIntent(call: Call): Promise<Answer> {
  const input = readParams(call.params, updateReaders);
  checkKinds(input);
  if (input.currency) checkCurrency(input.currency);
  if (input.customer) throw noSuch("customer", input.customer, "customer");
  const intent = await lockObject(call.work, "payment_intent", call.id);
  if (!intent) throw noSuch("payment_intent", call.id, "intent");
  const matters = [input.amount, input.currency, input.payment_method, input.payment_method_data];
  if (matters.some((given) => given !== undefined))
    requireAllowed("updated", intent.object, intent.object);
  const currency = input.currency?.toLowerCase() ?? intent.object.currency;
  const amount = input.amount ?? intent.object.amount;
  checkAmount(amount, currency);
  intent.object = { ...intent.object, amount, currency, ...errorMessage(intent.object, input) };
  const method = await methodOf(call, input);
  if (method) intent.object.payment_method = method.object.id;
  const waiting = intent.object.status === "requires_action";
  if (method || (waiting && (input.amount !== undefined || input.currency !== undefined))) {
    // An authentication is valid only for the amount and card it was made for.
    intent.object.status = "requires_confirmation";
    intent.object.next_action = null;
    intent.hidden.challenge = null;
  }
  await saveObject(call.work, "payment_intent", intent);
  return ok(await expandObject(call.work, intent.object, input.expand));
}

async function methodOf(call: Call, input: UpdateInput) {
  if (input.payment_method_data) return makePaymentMethod(call, input.payment_method_data);
  return input.payment_method ? lockPaymentMethod(call, input.payment_method) : null;
}

function errorMessage(
  intent: Stripe.PaymentIntent,
  input: UpdateInput,
): Partial<Stripe.PaymentIntent> {
  const given = {
    description: input.description,
    receipt_email: input.receipt_email,
    setup_future_usage: input.setup_future_usage,
    shipping: input.shipping as Stripe.PaymentIntent.Shipping | undefined,
    statement_descriptor: input.statement_descriptor,
    statement_descriptor_suffix: input.statement_descriptor_suffix,
    transfer_group: input.transfer_group,
  };
  const changed = Object.entries(given).filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(changed),
    metadata: mergeMetadata(intent.metadata, input.metadata),
  };
}
