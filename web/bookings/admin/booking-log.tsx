import type { BookingLogEntry } from "#shared/payments/payment-contract.ts";
import { Moment } from "#web/ui/moment.tsx";
import { logCause, logState } from "./state-words.ts";

const kinds: Record<BookingLogEntry["kind"], string> = {
  booking: "Booking",
  payment: "Payment",
  refund: "Refund",
  dispute: "Dispute",
};

/** Log of a booking and its payment, oldest first. */
export function BookingLog({ log }: { log: BookingLogEntry[] }) {
  return (
    <section aria-labelledby="booking-log" className="mt-14">
      <h2 id="booking-log" className="display text-3xl">
        Activity{" "}
      </h2>
      <p className="mt-2 max-w-prose text-muted">
        Recorded as it happened, oldest first. Entries cannot be changed or deleted, even by admins.
      </p>
      <ol className="mt-6 border-l border-brass">
        {log.map((entry, at) => (
          // Entries are only appended, so the index is a stable key.
          <li key={at} className="relative grid gap-x-6 py-3 pl-6 sm:grid-cols-[11rem_1fr]">
            <span
              aria-hidden="true"
              className="absolute top-5 -left-[4.5px] size-2 rounded-full bg-brass"
            />
            <span className="text-sm leading-6 text-muted">
              <Moment at={entry.at} />
            </span>
            <div className="min-w-0">
              <p>
                <span className="font-medium">{kinds[entry.kind]}</span> <Step entry={entry} />
              </p>
              <p className="text-sm wrap-anywhere text-muted">
                {logCause(
                  entry,
                  log.slice(0, at).map(({ why }) => why),
                )}
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Step({ entry: { kind, from, to } }: { entry: BookingLogEntry }) {
  const next = logState(kind, to);
  if (from === null || from === to) return <span>{next}</span>;
  return (
    <>
      <span className="text-muted">{logState(kind, from)}</span>{" "}
      <span aria-hidden="true" className="text-muted">
        →
      </span>
      <span className="sr-only">then</span> <span>{next}</span>
    </>
  );
}
