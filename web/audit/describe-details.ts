import { verificationCheckWords } from "#shared/accounts/verification.ts";
import { dateFormat } from "#shared/dates/date-format.ts";
import { formatMoney } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";

const labels: Record<string, string> = {
  releasedBooking: "Booking released",
  releasedBookings: "Bookings released",
  decidedByWhoActed: "Decided by the same admin",
  becomes: "Is now",
  listing: "Car's ID",
  listings: "Cars",
  name: "Car",
  key: "Key's ID",
  writtenBy: "Written by",
  expiresInDays: "Days until it expires",
  vinsForSaleElsewhere: "Cars kept off sale, as their VIN is for sale elsewhere",
};

// Codes that are stored, in the words of the other screens.
const words: Record<string, Record<string, string>> = {
  checked: verificationCheckWords,
  level: {
    phone: "Phone number called",
    identity: "Identity document seen",
    business: "Business register checked",
    car: "Car seen",
  },
  before: { pending: "Pending", confirmed: "Confirmed", refused: "Refused" },
  against: { suspension: "Suspension", removal: "Removal of a car" },
};

// A last day is the same for every reader.
const day = dateFormat({ dateStyle: "medium", timeZone: "UTC" });
const isDay = /^\d{4}-\d{2}-\d{2}$/;

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
      : [[labels[key] ?? sentenceCase(key), inWords(value, words[key])]],
  );
  return typeof amountMinor === "number" && typeof currency === "string"
    ? [["Amount", formatMoney(amountMinor, currency)], ...facts]
    : facts;
}

/** "validUntil" as "Valid until". */
function sentenceCase(name: string): string {
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function inWords(value: unknown, labels: Record<string, string> = {}): string {
  if (typeof value === "string") return labels[value] ?? (isDay.test(value) ? day(value) : value);
  if (typeof value === "number") return formatNumber(value);
  if (Array.isArray(value)) return value.map((one) => inWords(one, labels)).join(", ");
  return value === true ? "Yes" : JSON.stringify(value);
}
