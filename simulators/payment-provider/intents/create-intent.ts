import type Stripe from "stripe";
import { ok, type Answer, type Call } from "#simulators/payment-provider/call.ts";
import { invalidRequest, noSuch } from "#simulators/payment-provider/http/api-error.ts";
import { readParams, type Read } from "#simulators/payment-provider/http/params.ts";
import { buildIntent } from "#simulators/payment-provider/objects/build-intent.ts";
import { expandObject } from "#simulators/payment-provider/objects/expand-object.ts";
import { emit } from "#simulators/payment-provider/state/event-store.ts";
import { saveObject } from "#simulators/payment-provider/state/object-store.ts";
import { checkAmount, checkCurrency } from "./amounts.ts";
import { confirmLocked } from "./confirm-intent.ts";
import { createReaders } from "./intent-params.ts";
import { lockPaymentMethod, makePaymentMethod } from "./make-payment-method.ts";

type CreateInput = Read<typeof createReaders>;

/** POST /v1/payment_intents */
export async function createIntent(call: Call): Promise<Answer> {
  const input = readParams(call.params, createReaders);
  const currency = checkCurrency(input.currency);
  checkAmount(input.amount, currency);
  checkKinds(input);
  if (input.customer) throw noSuch("customer", input.customer, "customer");
  const intent = {
    object: buildIntent({
      amount: input.amount,
      currency,
      metadata: input.metadata ?? {},
      description: input.description,
      receiptEmail: input.receipt_email,
      statementDescriptor: input.statement_descriptor,
      statementDescriptorSuffix: input.statement_descriptor_suffix,
      confirmationMethod: input.confirmation_method,
      setupFutureUsage: input.setup_future_usage,
      shipping: input.shipping as Stripe.PaymentIntent.Shipping | undefined,
      transferGroup: input.transfer_group,
      automatic: automaticOf(input),
      allowed: input.allowed_payment_method_types ?? null,
      now: call.work.now,
    }),
    hidden: {},
  };
  const method = input.payment_method_data
    ? await makePaymentMethod(call, input.payment_method_data)
    : input.payment_method
      ? await lockPaymentMethod(call, input.payment_method)
      : null;
  if (method) {
    intent.object.payment_method = method.object.id;
    intent.object.status = "requires_confirmation";
  }
  await saveObject(call.work, "payment_intent", intent);
  emit(call.work, "payment_intent.created", intent.object);
  if (!input.confirm) return ok(await expandObject(call.work, intent.object, input.expand));
  return confirmLocked(call, intent, {
    return_url: input.return_url,
    use_stripe_sdk: input.use_stripe_sdk,
    off_session: input.off_session,
    expand: input.expand,
  });
}

/** By default, the provider chooses the payment methods. */
function automaticOf(input: CreateInput) {
  if (input.allowed_payment_method_types && !input.automatic_payment_methods) return null;
  const given = input.automatic_payment_methods;
  return {
    enabled: given?.enabled ?? true,
    allow_redirects: given?.allow_redirects ?? ("always" as const),
  };
}

export function checkKinds(
  input: Pick<CreateInput, "allowed_payment_method_types" | "capture_method">,
): void {
  if (input.allowed_payment_method_types && !input.allowed_payment_method_types.includes("card"))
    throw invalidRequest(
      "None of the payment method types is one that the payment simulator has: it takes cards.",
      { param: "allowed_payment_method_types" },
    );
  if (input.capture_method === "manual")
    throw invalidRequest("The payment simulator does not capture later.", {
      param: "capture_method",
    });
}
