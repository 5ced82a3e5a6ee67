import type { BookingState } from "#shared/bookings/booking.ts";
import type { BookingLogEntry } from "#shared/payments/payment-contract.ts";
import type { PaymentStatus, RefundStatus } from "#shared/payments/payment.ts";

type Tone = "neutral" | "good" | "brass" | "danger";
type Label = { words: string; tone: Tone };

/** States of a booking as an admin reads them. */
export const bookingLabels: Record<BookingState, Label> = {
  held: { words: "held, unpaid", tone: "brass" },
  releasing: { words: "being released", tone: "neutral" },
  paid: { words: "paid", tone: "good" },
  partly_refunded: { words: "partly refunded", tone: "good" },
  refunded: { words: "refunded", tone: "neutral" },
  cancelled: { words: "canceled", tone: "neutral" },
  expired: { words: "hold expired", tone: "neutral" },
};

/** States of a refund as an admin reads them. */
export const refundLabels: Record<RefundStatus, Label> = {
  requested: { words: "requested", tone: "brass" },
  pending: { words: "pending", tone: "brass" },
  requires_action: { words: "waiting for the buyer", tone: "brass" },
  succeeded: { words: "refunded", tone: "good" },
  failed: { words: "failed", tone: "danger" },
  canceled: { words: "canceled", tone: "neutral" },
};

/** States of a payment as an admin reads them. */
export const paymentWords: Record<PaymentStatus, string> = {
  creating: "started",
  requires_payment_method: "waiting for a card",
  requires_confirmation: "waiting to be confirmed",
  requires_action: "waiting for bank confirmation",
  processing: "processing",
  succeeded: "received",
  canceled: "canceled",
};

/** The provider's states of a dispute (https://docs.stripe.com/api/disputes/object): plain, and of a mere inquiry. */
const disputeWords: Record<string, string> = {
  needs_response: "open, needs a response",
  under_review: "under review by the bank",
  won: "won by the shop",
  lost: "lost to the buyer",
  prevented: "prevented",
  warning_needs_response: "inquiry, needs a response",
  warning_under_review: "inquiry under review by the bank",
  warning_closed: "inquiry closed",
};

/**
 * The provider's reasons of disputes and of failed refunds, in words. Sources: `reason` of
 * https://docs.stripe.com/api/disputes/object and `failure_reason` of https://docs.stripe.com/api/refunds/object
 */
const reasonWords: Record<string, string> = {
  credit_not_processed: "the buyer says a refund never arrived",
  duplicate: "the buyer says they were charged twice",
  fraudulent: "the buyer says they did not make this payment",
  general: "no specific reason was given",
  product_not_received: "the buyer says the car never arrived",
  product_unacceptable: "the buyer says the car is not as described",
  unrecognized: "the buyer does not recognize this payment",
  charge_for_pending_refund_disputed: "the buyer’s bank is disputing the payment",
  declined: "the buyer’s bank declined it",
  expired_or_canceled_card: "the card has expired or was canceled",
  insufficient_funds: "the shop’s balance at the card provider is too low",
  lost_or_stolen_card: "the card was reported lost or stolen",
  merchant_request: "the shop asked to stop it",
  unknown: "the card provider did not say why",
};

const logWords: Record<BookingLogEntry["kind"], (state: string) => string> = {
  booking: (state) => (bookingLabels as Record<string, Label>)[state]?.words ?? plain(state),
  payment: (state) => (paymentWords as Record<string, string>)[state] ?? plain(state),
  refund: (state) => (refundLabels as Record<string, Label>)[state]?.words ?? plain(state),
  dispute: disputeState,
};

/** A state of a log's line in words. */
export function logState(kind: BookingLogEntry["kind"], state: string): string {
  return logWords[kind](state);
}

export function disputeState(status: string): string {
  return disputeWords[status] ?? plain(status);
}

/** A reason in words, where it is one of the provider's codes; else as it was written. */
export function reasonInWords(reason: string): string {
  return reasonWords[reason] ?? (/^[a-z]+(_[a-z]+)+$/.test(reason) ? plain(reason) : reason);
}

/** A code that we have no words for, made readable. */
function plain(code: string): string {
  return code.replaceAll("_", " ");
}

/**
 * Who did what a log's line says, and why. `said` are the reasons of the lines before it: the card provider's news of a
 * refund carry the words it was asked for with, which need no repeating.
 */
export function logCause(
  { actor, kind, to, why }: Pick<BookingLogEntry, "actor" | "kind" | "to" | "why">,
  said: readonly string[],
): string {
  const reason = reasonInWords(why);
  if (actor !== null) return `${actor}: ${reason}`;
  if (/\bby the (buyer|card provider)$/.test(reason)) return capital(reason);
  const isOurs = kind === "booking" || (kind === "refund" && to === "requested");
  const who = isOurs ? "The shop" : "The card provider";
  return kind === "refund" && said.includes(why) ? who : `${who}: ${reason}`;
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
