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
import { applyIntent } from "./apply-intent.ts";
import { cancelMissingPayment } from "./cancel-missing-payment.ts";
import { openIntent } from "./open-intent.ts";
import { findPaymentOfBooking, insertPayment, type Payment } from "../payment-store.ts";
import { ProviderError } from "../provider/provider-error.ts";
import {
  fromProviderAmount,
  isChargeable,
  largestAmount,
  toProviderAmount,
} from "../provider/provider-amount.ts";

type Payable = Payment & { bookingId: string };

/**
 * What the card form needs to charge the viewer's booking. Calling it again returns the same intent. The amount comes
 * from the booking. The payment row is written before the provider is called, so that we know every intent it has.
 * @throws AppError not_found, invalid_input, payment_not_possible, payment_unavailable
 */
export async function createPaymentIntent(
  deps: Pick<Deps, "db" | "config" | "provider" | "catalogue">,
  viewer: Viewer,
  body: PaymentIntentBody,
): Promise<PaymentIntentAnswer> {
  const { db, provider } = deps;
  const payment = await db.transaction((tx) => beginIntent(tx, viewer, body));
  const opened = await withAppErrors(() => openUnlessMissing(deps, payment));
  if (opened === null) return createPaymentIntent(deps, viewer, body);
  const { intent, clientSecret } = opened;
  // A concurrent call with another key was faster: the payment has its intent, and this one is unused.
  if (!(await db.transaction((tx) => applyIntent(tx, deps, intent, null))))
    throw new AppError("payment_unavailable", { retryAfter: 1 });
  if (intent.status === "succeeded") {
    await deps.catalogue.refresh();
    throw notPossible("This booking is already paid.");
  }
  // Canceled at the provider: the next call creates a new intent.
  if (intent.status === "canceled")
    throw notPossible("This payment was canceled. Reload the page to try again.");
  return {
    clientSecret,
    provider: provider.kind,
    publishableKey: provider.publishableKey,
    testMode: provider.testMode,
    amount: toMajor(payment.amountMinor, payment.currency),
    currency: payment.currency,
  };
}

/**
 * Translates provider errors for the API.
 * @throws AppError payment_not_possible if the provider refuses the amount, payment_unavailable for any other failure
 */
async function withAppErrors<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    if (error.kind === "refused" && error.code?.startsWith("amount_too_"))
      throw new AppError("payment_not_possible", { message: error.message });
    throw new AppError("payment_unavailable", { retryAfter: 5 });
  }
}

/** Null if the provider does not have the intent (for example after its keys changed): a new payment is needed. */
async function openUnlessMissing(deps: Pick<Deps, "db" | "provider">, payment: Payable) {
  try {
    return await openIntent(deps, payment);
  } catch (error) {
    const isMissing = error instanceof ProviderError && error.code === "resource_missing";
    if (!isMissing || payment.intentId === null) throw error;
    await cancelMissingPayment(deps, payment);
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
    throw notPossible("This booking is already paid.");
  if (state === "held" && !booking.isRunning)
    throw notPossible(
      "Your hold on this car has expired. If the car is still available, book it again.",
    );
  if (state !== "held")
    throw notPossible("This booking has ended. If the car is still available, book it again.");
  if (toMinor(price, currency) !== priceMinor)
    throw new AppError("payment_not_possible", {
      message: "The price has changed",
      fields: { price: "The booking has a different price." },
    });
  if (toProviderAmount(dueNowMinor, currency) > largestAmount) {
    const most = formatMoney(fromProviderAmount(largestAmount, currency), currency);
    throw notPossible(
      `The largest card payment is ${most}. Ask the seller about another way to pay.`,
    );
  }
  if (!isChargeable(dueNowMinor, currency))
    throw notPossible(
      `Card payments must be a multiple of ${formatMoney(10, currency)}. Ask the seller to round the price.`,
    );
}

function notPossible(message: string): AppError {
  return new AppError("payment_not_possible", { message });
}
