import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { CardOutcome, CardPayment } from "./card-payment.ts";

/** The end of a payment attempt: an error message, and whether the form can be used again. */
export type Ending = { isOver: boolean; message: string | null };

const again = { isOver: true, message: null };
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
    case "unclear":
      return look().then(
        (booking) =>
          isUnderWay(booking)
            ? again
            : {
                isOver: true,
                message: `${outcome.message} You were not charged. Please try again.`,
              },
        () => ({ isOver: true, message: `${outcome.message} ${uncertain}` }),
      );
    case "taken":
      say("Confirming your payment…");
      return confirm(payment, look, pause);
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
