import { dateFormat } from "#shared/dates/date-format.ts";

const day = dateFormat({ dateStyle: "long", timeZone: "UTC" });
const moment = dateFormat({
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** The day a receipt was issued, from its ISO time. By UTC, so that paper and screen agree wherever they are read. */
export function receiptDay(iso: string): string {
  return day(iso);
}

/** The same with the time of day. */
export function receiptMoment(iso: string): string {
  return `${moment(iso)} UTC`;
}
