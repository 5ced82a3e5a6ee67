import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { CardOutcome, CardPayment } from "./card-payment.ts";

/** The end of a payment attempt: an error message, and whether the form can be used again. */
export type Ending = { isOver: boolean; message: string | null };

const again = { isOver: true, message: null };
const confirming = "Confirming your payment…";
const notCharged = (message: string): Ending => ({
  isOver: true,
  message: `${message} You were not charged. Please try again.`,
});
const unfinished =
  "Your bank's confirmation was not completed, so you were not charged. If it is still open in another tab, complete it there. Otherwise, pay again here.";
const uncertain =
  "We don't know yet whether this payment went through. Please do not pay again. Reload this page in a moment to see its status.";

const pauseMs = 2_000;
const maxAttempts = 5;

/**
 * Completes a payment attempt. The browser's result is only a hint: the server checks with the provider, and the
 * page shows its booking.
 */
export async function settle(
  step: (payment: CardPayment) => Promise<CardOutcome>,
  payment: CardPayment,
  look: () => Promise<Booking>,
  say: (progress: string) => void,
  pause: (ms: number) => Promise<void> = wait,
): Promise<Ending> {
  const outcome = await step(payment);
  switch (outcome.kind) {
    case "incomplete":
      return again;
    case "leaving":
      say("Taking you to your bank…");
      return { isOver: false, message: null };
    case "refused":
      // The form can be used again immediately.
      void look().catch(() => undefined);
      return { isOver: true, message: outcome.message };
    case "unfinished":
      void look().catch(() => undefined);
      return { isOver: true, message: unfinished };
    case "canceled":
      return look().then(
        (booking) => (isUnderWay(booking) ? again : notCharged(outcome.message)),
        () => notCharged(outcome.message),
      );
    case "unclear":
      return findOut(outcome.message, { payment, look, say, pause });
    case "taken":
      say(confirming);
      return confirm(payment, look, pause);
  }
}

/**
 * The provider's answer was lost. A server that cannot reach the provider returns the booking as it knows it, so only the
 * provider's own word means that nothing was charged.
 */
async function findOut(
  message: string,
  {
    payment,
    look,
    say,
    pause,
  }: {
    payment: CardPayment;
    look: () => Promise<Booking>;
    say: (progress: string) => void;
    pause: (ms: number) => Promise<void>;
  },
): Promise<Ending> {
  const isUncertain = { isOver: true, message: `${message} ${uncertain}` };
  const booking = await look().catch(() => null);
  if (!booking) return isUncertain;
  if (isUnderWay(booking)) return again;
  const payState = await payment.look();
  switch (payState.kind) {
    case "taken":
      say(confirming);
      return confirm(payment, look, pause);
    case "incomplete":
    case "canceled":
      return notCharged(message);
    case "refused":
      return { isOver: true, message: payState.message };
    case "unfinished":
      return { isOver: true, message: unfinished };
    case "leaving":
    case "unclear":
      return isUncertain;
    default:
      return payState satisfies never;
  }
}

/** The provider has the payment, but the server may be a moment behind, or the payment may still fail. */
async function confirm(
  payment: CardPayment,
  look: () => Promise<Booking>,
  pause: (ms: number) => Promise<void>,
): Promise<Ending> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const booking = await look().catch(() => null);
    if (booking && isUnderWay(booking)) return again;
    if (booking) {
      const outcome = await payment.look();
      if (outcome.kind === "refused") return { isOver: true, message: outcome.message };
    }
    await pause(pauseMs);
  }
  return { isOver: true, message: uncertain };
}

/** Whether the booking itself shows the result, so it replaces the form. */
function isUnderWay(booking: Booking): boolean {
  return booking.state !== "held" || booking.paymentStatus === "processing";
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
