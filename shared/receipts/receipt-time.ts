const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat("en-GB", {
  dateStyle: "long",
  timeStyle: "short",
  timeZone: "UTC",
});

/** The day a receipt was issued, from its ISO time. By UTC, so that paper and screen agree wherever they are read. */
export function receiptDay(iso: string): string {
  return day.format(new Date(iso));
}

/** The same with the time of day. */
export function receiptMoment(iso: string): string {
  return `${moment.format(new Date(iso))} UTC`;
}
