import { useEffect, useRef, useState } from "react";
import { isFinal } from "#shared/payments/payment.ts";
import { Button } from "#web/ui/button.tsx";
import type { BookingRecord } from "./booking-admin-queries.ts";
import { MoneyFacts } from "./money-facts.tsx";
import { MoneyNotices } from "./money-notices.tsx";
import { AskProviderButton } from "./ask-provider-button.tsx";
import { RefundForm } from "./refund-form.tsx";
import { RelistButton } from "./relist-button.tsx";
import { BookingBadges } from "./state-badges.tsx";

/** A booking's payment, with the actions an admin can take on the payment and the car. */
export function BookingMoney({ record }: { record: BookingRecord }) {
  const { booking, payment } = record;
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const [form, setForm] = useState<"closed" | "open" | "done" | "left">("closed");
  // The form that had focus is gone.
  useEffect(() => {
    if (form === "done") heading.current?.focus();
    if (form === "left") opener.current?.focus();
  }, [form]);
  // Calculated by the server; 0 while a dispute is open.
  const mayRefund = payment.refundable > 0;
  const isOpen = booking.paymentStatus !== null && !isFinal(booking.paymentStatus);

  return (
    <section aria-labelledby="booking-money">
      <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2
          id="booking-money"
          ref={heading}
          tabIndex={-1}
          className="display text-3xl outline-none"
        >
          Payment
        </h2>
        <BookingBadges booking={booking} />
      </div>
      <MoneyNotices record={record} />
      <MoneyFacts record={record} />
      {form === "open" ? (
        <RefundForm
          record={record}
          onDone={() => setForm("done")}
          onCancel={() => setForm("left")}
        />
      ) : (
        <div className="mt-8 flex flex-wrap gap-3 empty:hidden">
          {mayRefund && (
            <Button ref={opener} look="secondary" onClick={() => setForm("open")}>
              Refund
            </Button>
          )}
          {booking.allowedActions.includes("relist") && <RelistButton booking={booking} />}
          {isOpen && <AskProviderButton booking={booking} />}
        </div>
      )}
    </section>
  );
}
