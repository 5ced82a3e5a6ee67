import { dateFormat } from "#shared/dates/date-format.ts";

const day = dateFormat({ dateStyle: "long", timeZone: "UTC" });
const moment = dateFormat({
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** The day a receipt was issued. In UTC, so that the PDF and the page show the same day everywhere. */
export function receiptDay(iso: string): string {
  return day(iso);
}

/** The day and time a receipt was issued, in UTC. */
export function receiptMoment(iso: string): string {
  return `${moment(iso)} UTC`;
}

/** The receipt number as shown to users, for example M-000042. */
export function receiptNumber(number: number): string {
  return `M-${String(number).padStart(6, "0")}`;
}
