import { dateFormat } from "#shared/dates/date-format.ts";

const day = dateFormat({ day: "numeric", month: "short", timeZone: "UTC" });

/** Formats a day (YYYY-MM-DD) as "Nov 3". */
export function shortDay(date: string): string {
  return day(`${date}T00:00:00Z`);
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Text alternative of a daily chart: "12 views in 30 days, most on Nov 3 (4)". */
export function describeDays(
  things: { one: string; many: string },
  days: readonly string[],
  values: readonly number[],
): string {
  const total = sum(values);
  const text = `${total} ${total === 1 ? things.one : things.many} in ${days.length} days`;
  const most = Math.max(0, ...values);
  const at = days[values.indexOf(most)];
  return most === 0 || at === undefined ? text : `${text}, most on ${shortDay(at)} (${most})`;
}
