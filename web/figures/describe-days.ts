const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** A day (YYYY-MM-DD) as it is read: "3 Nov". */
export function shortDay(date: string): string {
  return day.format(new Date(`${date}T00:00:00Z`));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** What a chart of one number a day says: "12 views in 30 days, the most on 3 Nov: 4". */
export function describeDays(
  things: { one: string; many: string },
  days: readonly string[],
  values: readonly number[],
): string {
  const total = sum(values);
  const words = `${total} ${total === 1 ? things.one : things.many} in ${days.length} days`;
  const most = Math.max(0, ...values);
  const at = days[values.indexOf(most)];
  return most === 0 || at === undefined ? words : `${words}, the most on ${shortDay(at)}: ${most}`;
}
