import type { Booking } from "#shared/bookings/booking-contract.ts";
import type { CardOutcome, CardPayment } from "./card-payment.ts";

/** How a try to pay ended on this page: what to say in red, and whether another try may follow. */
export type Ending = { isOver: boolean; words: string | null };

const again = { isOver: true, words: null };
const unfinished =
  "Your bank's confirmation was not completed, so you were not charged. If it is still open in another tab, complete it there. Otherwise, pay again here.";
const uncertain =
  "We don't know yet whether this payment went through. Please do not pay again. Reload this page in a moment to see its status.";

const pauseMs = 2_000;
const tries = 5;

/**
 * Carries a try to pay to its end. The browser's word is only a hint: whatever the provider told it, the server looks
 * for itself, and the booking it answers with is what the page shows.
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
      return { isOver: false, words: null };
    case "refused":
      // Nothing to wait for: the form can be used again at once.
      void look().catch(() => undefined);
      return { isOver: true, words: outcome.message };
    case "unfinished":
      void look().catch(() => undefined);
      return { isOver: true, words: unfinished };
    case "unclear":
      return look().then(
        (booking) =>
          isUnderWay(booking)
            ? again
            : { isOver: true, words: `${outcome.message} You were not charged. Please try again.` },
        () => ({ isOver: true, words: `${outcome.message} ${uncertain}` }),
      );
    case "taken":
      say("Confirming your payment…");
      return confirm(payment, look, pause);
  }
}

/** The provider has it; the server's look may still be a moment behind, or find that it failed after all. */
async function confirm(
  payment: CardPayment,
  look: () => Promise<Booking>,
  pause: (ms: number) => Promise<void>,
): Promise<Ending> {
  for (let tried = 0; tried < tries; tried += 1) {
    const booking = await look().catch(() => null);
    if (booking && isUnderWay(booking)) return again;
    if (booking) {
      const outcome = await payment.look();
      if (outcome.kind === "refused") return { isOver: true, words: outcome.message };
    }
    await pause(pauseMs);
  }
  return { isOver: true, words: uncertain };
}

/** Whether the booking says by itself what became of the payment, so that the form gives way to it. */
function isUnderWay(booking: Booking): boolean {
  return booking.state !== "held" || booking.paymentStatus === "processing";
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
