import type { Booking } from "#shared/bookings/booking-contract.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { useAskProvider } from "./booking-admin-queries.ts";
import { bookingLabels, paymentLabels } from "./state-words.ts";

/** Asks the card provider for the state of an open payment, in case an update was missed. */
export function AskProviderButton({ booking }: { booking: Booking }) {
  const asking = useAskProvider(booking._id);

  async function ask() {
    const answer = await asking.mutateAsync();
    const isNews = answer.state !== booking.state || answer.paymentStatus !== booking.paymentStatus;
    const payment =
      answer.paymentStatus === null ? "not started" : paymentLabels[answer.paymentStatus];
    if (isNews)
      toast.success(`Payment: ${payment}. Booking: ${bookingLabels[answer.state].label}.`);
    else toast.success(`No change. Payment: ${payment}.`);
  }

  return (
    <Button
      look="secondary"
      busy={asking.isPending}
      onClick={() => void ask().catch(() => undefined)}
    >
      Check with card provider
    </Button>
  );
}
