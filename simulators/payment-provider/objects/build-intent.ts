import type Stripe from "stripe";
import { newId, randomText } from "./new-id.ts";

type IntentInput = {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  description?: string | null | undefined;
  receiptEmail?: string | null | undefined;
  statementDescriptor?: string | null | undefined;
  statementDescriptorSuffix?: string | null | undefined;
  confirmationMethod?: "automatic" | "manual" | undefined;
  setupFutureUsage?: "on_session" | "off_session" | null | undefined;
  shipping?: Stripe.PaymentIntent.Shipping | null | undefined;
  transferGroup?: string | null | undefined;
  /** Null: the request listed payment methods. */
  automatic: { enabled: boolean; allow_redirects: "always" | "never" } | null;
  /** Payment methods listed in the request, or null. */
  allowed: string[] | null;
  now: number;
};

export function buildIntent(input: IntentInput): Stripe.PaymentIntent {
  const id = newId("pi");
  return {
    id,
    object: "payment_intent",
    allowed_payment_method_types: input.allowed,
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: input.automatic,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomText(25)}`,
    confirmation_method: input.confirmationMethod ?? "automatic",
    created: input.now,
    currency: input.currency,
    customer: null,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: input.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: "automatic",
      },
    },
    payment_method_types: ["card"],
    payment_record: null,
    processing: null,
    receipt_email: input.receiptEmail ?? null,
    review: null,
    setup_future_usage: input.setupFutureUsage ?? null,
    shipping: input.shipping ?? null,
    source: null,
    statement_descriptor: input.statementDescriptor ?? null,
    statement_descriptor_suffix: input.statementDescriptorSuffix ?? null,
    status: "requires_payment_method",
    transfer_data: null,
    transfer_group: input.transferGroup ?? null,
  };
}

const publicFields = [
  "id",
  "object",
  "amount",
  "amount_details",
  "automatic_payment_methods",
  "canceled_at",
  "cancellation_reason",
  "capture_method",
  "client_secret",
  "confirmation_method",
  "created",
  "currency",
  "description",
  "last_payment_error",
  "livemode",
  "next_action",
  "payment_method",
  "payment_method_configuration_details",
  "payment_method_types",
  "processing",
  "receipt_email",
  "setup_future_usage",
  "shipping",
  "source",
  "status",
] as const satisfies (keyof Stripe.PaymentIntent)[];

/** The fields of an intent that a browser gets: no metadata and no charge. */
export function publicIntent(intent: Stripe.PaymentIntent): Partial<Stripe.PaymentIntent> {
  const error = intent.last_payment_error;
  return {
    ...Object.fromEntries(publicFields.map((name) => [name, intent[name]])),
    last_payment_error: error && publicError(error),
  };
}

/** An error without private fields. */
export function publicError(
  error: Stripe.PaymentIntent.LastPaymentError,
): Stripe.PaymentIntent.LastPaymentError {
  if (!error.payment_method) return error;
  return { ...error, payment_method: publicPaymentMethod(error.payment_method) };
}

/** A payment method without private fields. */
export function publicPaymentMethod(method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  if (!method.card) return method;
  const { fingerprint: _, ...card } = method.card;
  return { ...method, card };
}
