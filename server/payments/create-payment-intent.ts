import { randomUUID } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import { formatMoney, toMajor, toMinor } from "#shared/money/money.ts";
import type { PaymentIntentAnswer, PaymentIntentBody } from "#shared/payments/payment-contract.ts";
import {
  beginPayment,
  lockBooking,
  noSuchBooking,
  type LockedBooking,
} from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { answeredBy } from "./answered-by.ts";
import { applyIntent } from "./apply-intent.ts";
import { giveUpPayment } from "./give-up-payment.ts";
import { openIntent } from "./open-intent.ts";
import { findPaymentOfBooking, insertPayment, type Payment } from "./payment-store.ts";
import { ProviderError } from "./provider-error.ts";
import {
  fromProviderAmount,
  isChargeable,
  largestAmount,
  toProviderAmount,
} from "./provider-amount.ts";

type Payable = Payment & { bookingId: string };

/**
 * What the card form needs to charge a viewer's own booking: asked again, the same intent. The amount is the booking's.
 * The row is written first and the provider asked after it, so that nothing at the provider is unknown to us.
 * @throws AppError not_found, invalid_input, payment_not_possible, payment_unavailable
 */
export async function createPaymentIntent(
  deps: Pick<Deps, "db" | "config" | "provider" | "catalogue">,
  viewer: Viewer,
  body: PaymentIntentBody,
): Promise<PaymentIntentAnswer> {
  const { db, provider } = deps;
  const payment = await db.transaction((tx) => beginIntent(tx, viewer, body));
  const opened = await answeredBy(() => openUnlessGone(deps, payment));
  if (opened === null) return createPaymentIntent(deps, viewer, body);
  const { intent, clientSecret } = opened;
  // Another call under another key was quicker: its intent is the payment's, and this one is nobody's.
  if (!(await db.transaction((tx) => applyIntent(tx, deps, intent, null))))
    throw new AppError("payment_unavailable", { retryAfter: 1 });
  if (intent.status === "succeeded") {
    await deps.catalogue.refresh();
    throw notPossible("This booking is paid already.");
  }
  // Cancelled at the provider: the next call begins a new one.
  if (intent.status === "canceled")
    throw notPossible("This payment was cancelled. Please open the page again.");
  return {
    clientSecret,
    provider: provider.kind,
    publishableKey: provider.publishableKey,
    testMode: provider.testMode,
    amount: toMajor(payment.amountMinor, payment.currency),
    currency: payment.currency,
  };
}

/** Null where the provider no longer knows the intent, as after a change of its keys: another is begun then. */
async function openUnlessGone(deps: Pick<Deps, "db" | "provider">, payment: Payable) {
  try {
    return await openIntent(deps, payment);
  } catch (error) {
    const isGone = error instanceof ProviderError && error.code === "resource_missing";
    if (!isGone || payment.intentId === null) throw error;
    await giveUpPayment(deps, payment, "the card provider does not have this payment");
    return null;
  }
}

async function beginIntent(
  tx: Executor,
  viewer: Viewer,
  { bookingId, price }: PaymentIntentBody,
): Promise<Payable> {
  const booking = await lockBooking(tx, bookingId);
  if (booking?.buyerId !== viewer.accountId) throw noSuchBooking();
  refuseUnpayable(booking, price);
  await beginPayment(tx, booking.id);
  const payment =
    (await findPaymentOfBooking(tx, booking.id)) ??
    (await insertPayment(tx, {
      id: randomUUID(),
      bookingId: booking.id,
      amountMinor: booking.dueNowMinor,
      currency: booking.currency,
    }));
  return { ...payment, bookingId: booking.id };
}

function refuseUnpayable(booking: LockedBooking, price: number): void {
  const { state, priceMinor, dueNowMinor, currency } = booking;
  if (state === "paid" || state === "partly_refunded")
    throw notPossible("This booking is paid already.");
  if (state === "held" && !booking.isRunning)
    throw notPossible("The hold on this car has run out. If the car is still free, book it again.");
  if (state !== "held")
    throw notPossible("This booking has ended. If the car is still free, book it again.");
  if (toMinor(price, currency) !== priceMinor)
    throw new AppError("payment_not_possible", {
      message: "The price has changed",
      fields: { price: "This is not the price of the booking." },
    });
  if (toProviderAmount(dueNowMinor, currency) > largestAmount) {
    const most = formatMoney(fromProviderAmount(largestAmount, currency), currency);
    throw notPossible(
      `Cards are charged at most ${most} at once. Please ask the seller about another way to pay.`,
    );
  }
  if (!isChargeable(dueNowMinor, currency))
    throw notPossible(
      `Cards are charged in steps of ${formatMoney(10, currency)}. Please ask the seller to round the price.`,
    );
}

function notPossible(message: string): AppError {
  return new AppError("payment_not_possible", { message });
}
