import { formatMoney } from "#shared/money/money.ts";

const labels: Record<string, string> = {
  reason: "Reason",
  reports: "Reports",
  releasedBooking: "Booking released",
  releasedBookings: "Bookings released",
  checked: "Checked",
  outcome: "Outcome",
  against: "Against",
  car: "Car",
  decidedByWhoActed: "Decided by the same admin",
  was: "Was",
  becomes: "Is now",
  booking: "Booking",
  refund: "Refund",
  listings: "Cars",
  name: "Car",
};

/**
 * Labels and values for an entry's details. `amountMinor` and `currency` are shown as money; empty values are
 * omitted.
 */
export function describeDetails(
  details: Record<string, unknown>,
): [label: string, value: string][] {
  const { amountMinor, currency, ...rest } = details;
  const facts = Object.entries(rest).flatMap(([key, value]): [string, string][] =>
    value === null || value === undefined || value === ""
      ? []
      : [[labels[key] ?? key, inWords(value)]],
  );
  return typeof amountMinor === "number" && typeof currency === "string"
    ? [["Amount", formatMoney(amountMinor, currency)], ...facts]
    : facts;
}

function inWords(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(inWords).join(", ");
  return value === true ? "Yes" : JSON.stringify(value);
}
