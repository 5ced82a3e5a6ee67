import { isPaid, liveBookingStates, type BookingState } from "#shared/bookings/booking.ts";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { isIllustration } from "#shared/listings/illustration.ts";
import { formatMoney, toMajor } from "#shared/money/money.ts";
import { reviewStanding } from "#shared/reviews/review.ts";
import type { Config } from "#server/platform/config/config.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { asReviewedSale } from "#server/reviews/public.ts";
import type { BookingRow } from "./booking-row-store.ts";
import { phoneLink } from "#server/platform/phone-link.ts";

/** A booking as its buyer or an admin sees it: amounts in major units, the seller's contact only while it is live. */
export function presentBooking(
  row: BookingRow,
  viewer: Pick<Viewer, "accountId" | "role">,
  config: Pick<Config, "BRAND_PHONE">,
): Booking {
  // An expired hold counts as ended even if the job that ends holds has not run yet.
  const state = row.hasLapsed ? "expired" : row.state;
  const live = liveBookingStates.some((one) => one === state);
  return {
    _id: row.id,
    productId: row.listingId,
    name: row.name,
    email: row.email,
    item: row.item,
    image: row.image,
    imageIsIllustration: isIllustration(row.image),
    price: toMajor(row.priceMinor, row.currency),
    currency: row.currency,
    phone: row.phone,
    phoneLink: phoneLink(row.phone, row.currency),
    location: row.location,
    paid: isPaid(state),
    transactionId: row.paymentStatus === "succeeded" ? row.intentId : null,
    state,
    amountDueNow: toMajor(row.dueNowMinor, row.currency),
    amountDueAtHandover: toMajor(row.priceMinor - row.dueNowMinor, row.currency),
    amountRefunded: toMajor(row.refundedMinor, row.currency),
    paymentStatus: row.paymentStatus,
    isDisputed: row.isDisputed,
    // Only admins see a refund that the provider refused at once, because the buyer was never told of it.
    hasFailedRefund: viewer.role === "admin" ? row.hasFailedRefund : row.failedRefundMinor !== null,
    isCanceledByBuyer: row.isCanceledByBuyer,
    notice: noticesOf(row, config),
    hasReceipt: row.hasReceipt,
    createdAt: row.createdAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    refundedAt: row.refundedAt?.toISOString() ?? null,
    expiresAt: state === "held" ? row.expiresAt.toISOString() : null,
    sellerName: row.sellerName,
    sellerEmail: live ? row.sellerEmail || null : null,
    sellerPhone: live ? row.sellerPhone || null : null,
    sellerPhoneLink: live ? phoneLink(row.sellerPhone, row.currency) : null,
    allowedActions: actionsOf(row, state, viewer),
  };
}

function noticesOf(row: BookingRow, config: Pick<Config, "BRAND_PHONE">): string | null {
  const notices = [failureNotice(row, config), refundNotice(row)].filter((one) => one !== null);
  return notices.length > 0 ? notices.join(" ") : null;
}

function failureNotice(
  { failedRefundMinor, currency }: BookingRow,
  { BRAND_PHONE }: Pick<Config, "BRAND_PHONE">,
): string | null {
  if (failedRefundMinor === null) return null;
  const amount = formatMoney(failedRefundMinor, currency);
  return `Your refund of ${amount} failed: the money did not reach your card. We are looking into it and will refund you again or contact you. Questions? Call us at ${BRAND_PHONE}.`;
}

function refundNotice({ refundWhy, refundedMinor, capturedMinor, currency }: BookingRow) {
  if (refundWhy === null) return null;
  if (refundedMinor === 0) return `${refundWhy} The refund is on its way.`;
  return refundedMinor < capturedMinor
    ? `${formatMoney(refundedMinor, currency)} was refunded: ${refundWhy}`
    : refundWhy;
}

function canReview(row: BookingRow): boolean {
  return reviewStanding(asReviewedSale(row), "buyer", new Date()).writeUntil !== null;
}

/** What the viewer may do with a booking in this state. Buyers pay, cancel and review; admins refund and relist. */
function actionsOf(
  row: BookingRow,
  state: BookingState,
  { accountId, role }: Pick<Viewer, "accountId" | "role">,
): Booking["allowedActions"] {
  if (row.buyerId === accountId && state === "held")
    return row.priceMinor > 0 ? ["pay", "cancel"] : ["cancel"];
  if (role !== "admin") return row.buyerId === accountId && canReview(row) ? ["review"] : [];
  if (row.isDisputed) return [];
  // The buyer is still owed a refund that failed after the car was gone.
  const isOwed = state === "refunded" && row.capturedMinor > 0 && !row.hasRefund;
  if (isPaid(state) || isOwed) return ["refund"];
  return state === "refunded" && row.isSaleReversed ? ["relist"] : [];
}
