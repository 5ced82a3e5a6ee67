import { z } from "zod";
import type { PaymentStatus } from "#shared/bookings/payment-status.ts";
import type { RefundStatus } from "#shared/payments/payment.ts";
import { fromProviderAmount } from "./provider-amount.ts";

// The parts of the provider's objects (https://docs.stripe.com/api) that we use, validated, in our names and units.

/** A payment intent as of `statedAt`. Amounts are minor units of `currency`. */
export type IntentFacts = {
  id: string;
  status: PaymentStatus;
  amountMinor: number;
  capturedMinor: number;
  currency: string;
  /** From the metadata we set when creating it; null if it is not ours. */
  shopId: string | null;
  bookingId: string | null;
  paymentId: string | null;
  /** Reason of the last decline. */
  lastError: string | null;
  statedAt: Date;
};

export type RefundFacts = {
  id: string;
  intentId: string | null;
  /** Our id of the refund; null if we did not create it. */
  refundId: string | null;
  amountMinor: number;
  status: RefundStatus;
  failureReason: string | null;
};

/** A dispute as of `statedAt`. */
export type DisputeFacts = {
  id: string;
  intentId: string | null;
  amountMinor: number;
  status: string;
  reason: string;
  isOpen: boolean;
  openedAt: Date;
  statedAt: Date;
};

const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish();
const idOf = (given: z.output<typeof reference>) =>
  typeof given === "string" ? given : (given?.id ?? null);
// Metadata can be edited by hand at the provider, so anything but a UUID is ignored.
const ourId = (given: string | undefined) => z.uuid().safeParse(given).data ?? null;
const metadata = z.record(z.string(), z.string()).nullish();
const currency = z.string().transform((code) => code.toUpperCase());

const intent = z.object({
  id: z.string(),
  status: z.enum([
    "requires_payment_method",
    "requires_confirmation",
    "requires_action",
    "processing",
    "requires_capture",
    "succeeded",
    "canceled",
  ]),
  amount: z.number(),
  amount_received: z.number(),
  currency,
  metadata,
  last_payment_error: z
    .object({ message: z.string().nullish(), code: z.string().nullish() })
    .nullish(),
});

/** @throws ZodError if this is not a payment intent */
export function intentFacts(given: unknown, statedAt: Date): IntentFacts {
  const read = intent.parse(given);
  return {
    id: read.id,
    // We never use manual capture; an authorization alone is not a payment.
    status: read.status === "requires_capture" ? "processing" : read.status,
    amountMinor: fromProviderAmount(read.amount, read.currency),
    capturedMinor: fromProviderAmount(read.amount_received, read.currency),
    currency: read.currency,
    shopId: read.metadata?.marque_shop ?? null,
    bookingId: ourId(read.metadata?.marque_booking),
    paymentId: ourId(read.metadata?.marque_payment),
    lastError: read.last_payment_error?.message ?? read.last_payment_error?.code ?? null,
    statedAt,
  };
}

/** Metadata that identifies our booking and payment at the provider. */
export function intentMetadata(shopId: string, bookingId: string, paymentId: string) {
  return { marque_shop: shopId, marque_booking: bookingId, marque_payment: paymentId };
}

const refund = z.object({
  id: z.string(),
  amount: z.number(),
  currency,
  payment_intent: reference,
  metadata,
  status: z.enum(["pending", "requires_action", "succeeded", "failed", "canceled"]).nullish(),
  failure_reason: z.string().nullish(),
});

/** @throws ZodError if this is not a refund */
export function refundFacts(given: unknown): RefundFacts {
  const read = refund.parse(given);
  return {
    id: read.id,
    intentId: idOf(read.payment_intent),
    refundId: ourId(read.metadata?.marque_refund),
    amountMinor: fromProviderAmount(read.amount, read.currency),
    status: read.status ?? "pending",
    failureReason: read.failure_reason ?? null,
  };
}

const dispute = z.object({
  id: z.string(),
  amount: z.number(),
  currency,
  payment_intent: reference,
  status: z.string(),
  reason: z.string(),
  created: z.number(),
});
const closedDisputes = new Set(["won", "lost", "warning_closed", "prevented"]);

/** @throws ZodError if this is not a dispute */
export function disputeFacts(given: unknown, statedAt: Date): DisputeFacts {
  const read = dispute.parse(given);
  return {
    id: read.id,
    intentId: idOf(read.payment_intent),
    amountMinor: fromProviderAmount(read.amount, read.currency),
    status: read.status,
    reason: read.reason,
    isOpen: !closedDisputes.has(read.status),
    openedAt: new Date(read.created * 1_000),
    statedAt,
  };
}

/** Content of an event, as stored in the inbox. `other` is ignored. */
export type ProviderFacts =
  | { kind: "intent"; intent: IntentFacts }
  | { kind: "refund"; refund: RefundFacts }
  | { kind: "dispute"; dispute: DisputeFacts }
  | { kind: "other" };

/** @throws ZodError if the object does not match the event type */
export function eventFacts(type: string, object: unknown, createdAt: Date): ProviderFacts {
  if (type.startsWith("payment_intent."))
    return { kind: "intent", intent: intentFacts(object, createdAt) };
  if (type.startsWith("refund.") || type === "charge.refund.updated")
    return { kind: "refund", refund: refundFacts(object) };
  if (type.startsWith("charge.dispute."))
    return { kind: "dispute", dispute: disputeFacts(object, createdAt) };
  return { kind: "other" };
}

/** Restores the dates in facts from the inbox, where they are JSON. */
export function parseStoredFacts(payload: Record<string, unknown>): ProviderFacts {
  const facts = payload as unknown as ProviderFacts;
  if (facts.kind === "intent")
    return {
      kind: "intent",
      intent: { ...facts.intent, statedAt: new Date(facts.intent.statedAt) },
    };
  if (facts.kind === "dispute") {
    const { dispute } = facts;
    const openedAt = new Date(dispute.openedAt);
    return {
      kind: "dispute",
      dispute: { ...dispute, openedAt, statedAt: new Date(dispute.statedAt) },
    };
  }
  return facts;
}
