import { useState } from "react";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { useRelistCar } from "./booking-admin-queries.ts";

/** Puts the car of a fully refunded booking back on sale. */
export function RelistButton({ booking }: { booking: Booking }) {
  const relisting = useRelistCar(booking._id);
  const [isConfirmOpen, setConfirmOpen] = useState(false);

  async function relist() {
    const { modifiedCount, message } = await relisting.mutateAsync();
    announceOutcome(modifiedCount, message, `${isolate(booking.item)} is back on sale`);
  }

  return (
    <>
      <Button onClick={() => setConfirmOpen(true)}>Put back on sale</Button>
      <ConfirmDialog
        open={isConfirmOpen}
        title={`Put ${isolate(booking.item)} back on sale?`}
        confirmLabel="Put back on sale"
        confirmLook="primary"
        busy={relisting.isPending}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() =>
          void relist()
            .catch(() => undefined)
            .finally(() => setConfirmOpen(false))
        }
      >
        The car is listed again right away under <bdi>{booking.sellerName}</bdi>'s cars, and any
        buyer can book it.
      </ConfirmDialog>
    </>
  );
}
