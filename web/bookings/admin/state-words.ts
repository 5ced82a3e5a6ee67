import type { BookingState } from "#shared/bookings/booking.ts";
import type { BookingLogEntry } from "#shared/payments/payment-contract.ts";
import type { PaymentStatus } from "#shared/bookings/payment-status.ts";
import type { RefundStatus } from "#shared/payments/payment.ts";

type Tone = "neutral" | "good" | "brass" | "danger";
type Label = { label: string; tone: Tone };

/** Booking states as admins see them. */
export const bookingLabels: Record<BookingState, Label> = {
  held: { label: "held, unpaid", tone: "brass" },
  releasing: { label: "being released", tone: "neutral" },
  paid: { label: "paid", tone: "good" },
  partly_refunded: { label: "partly refunded", tone: "good" },
  refunded: { label: "refunded", tone: "neutral" },
  cancelled: { label: "canceled", tone: "neutral" },
  expired: { label: "hold expired", tone: "neutral" },
};

/** Refund states as admins see them. */
export const refundLabels: Record<RefundStatus, Label> = {
  requested: { label: "requested", tone: "brass" },
  pending: { label: "pending", tone: "brass" },
  requires_action: { label: "waiting for the buyer", tone: "brass" },
  succeeded: { label: "refunded", tone: "good" },
  failed: { label: "failed", tone: "danger" },
  canceled: { label: "canceled", tone: "neutral" },
};

/** Payment states as admins see them. */
export const paymentLabels: Record<PaymentStatus, string> = {
  creating: "started",
  requires_payment_method: "waiting for a card",
  requires_confirmation: "waiting to be confirmed",
  requires_action: "waiting for bank confirmation",
  processing: "processing",
  succeeded: "received",
  canceled: "canceled",
};

/** Stripe's dispute states (https://docs.stripe.com/api/disputes/object), for disputes and inquiries. */
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
 * Stripe's reason codes for disputes and failed refunds. Sources: `reason` in
 * https://docs.stripe.com/api/disputes/object and `failure_reason` in https://docs.stripe.com/api/refunds/object
 */
const reasonWords: Record<string, string> = {
  credit_not_processed: "the buyer says a refund never arrived",
  duplicate: "the buyer says they were charged twice",
  fraudulent: "the buyer says they did not make this payment",
  general: "no specific reason was given",
  product_not_received: "the buyer says the car never arrived",
  product_unacceptable: "the buyer says the car is not as described",
  unrecognized: "the buyer does not recognize this payment",
  charge_for_pending_refund_disputed: "the buyer's bank is disputing the payment",
  declined: "the buyer's bank declined it",
  expired_or_canceled_card: "the card has expired or was canceled",
  insufficient_funds: "the shop's balance at the card provider is too low",
  lost_or_stolen_card: "the card was reported lost or stolen",
  merchant_request: "the shop asked to stop it",
  unknown: "the card provider did not say why",
};

const logWords: Record<BookingLogEntry["kind"], (state: string) => string> = {
  booking: (state) => (bookingLabels as Record<string, Label>)[state]?.label ?? plain(state),
  payment: (state) => (paymentLabels as Record<string, string>)[state] ?? plain(state),
  refund: (state) => (refundLabels as Record<string, Label>)[state]?.label ?? plain(state),
  dispute: disputeState,
};

/** Label of a state in the log. */
export function logState(kind: BookingLogEntry["kind"], state: string): string {
  return logWords[kind](state);
}

export function disputeState(status: string): string {
  return disputeWords[status] ?? plain(status);
}

/** Label of a provider's reason code, or the reason as written. */
export function describeReason(reason: string): string {
  return reasonWords[reason] ?? (/^[a-z]+(_[a-z]+)+$/.test(reason) ? plain(reason) : reason);
}

/** Makes an unknown code readable. */
function plain(code: string): string {
  return code.replaceAll("_", " ");
}

/**
 * Who caused a log entry, and why. `earlierReasons` are the reasons of earlier entries: provider updates repeat a refund's
 * original reason, which is not shown again.
 */
export function logCause(
  { actor, kind, to, why }: Pick<BookingLogEntry, "actor" | "kind" | "to" | "why">,
  earlierReasons: readonly string[],
): string {
  const reason = describeReason(why);
  if (actor !== null) return `${actor}: ${reason}`;
  if (/\bby the (buyer|card provider)$/.test(reason)) return capital(reason);
  const isOurs = kind === "booking" || (kind === "refund" && to === "requested");
  const who = isOurs ? "The shop" : "The card provider";
  return kind === "refund" && earlierReasons.includes(why) ? who : `${who}: ${reason}`;
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
