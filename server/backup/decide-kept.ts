/** How many backups are kept: the newest ones, the newest of each day, week and month, or all of some days. */
export type KeepRule = {
  last: number;
  days: number;
  daily: number;
  weekly: number;
  monthly: number;
};

const units = { last: "last", day: "days", days: "days" } as const;

/** Reads "7 daily 4 weekly", "10" or "30 days". Null if it is none of these or would keep nothing. */
export function readKeepRule(text: string): KeepRule | null {
  const rule: KeepRule = { last: 0, days: 0, daily: 0, weekly: 0, monthly: 0 };
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/);
  if (words.length === 1) words.push("last");
  if (words.length % 2 !== 0) return null;
  for (let at = 0; at < words.length; at += 2) {
    const count = words[at]!;
    const word = words[at + 1]!;
    const unit = word in units ? units[word as keyof typeof units] : word;
    if (!/^\d{1,4}$/.test(count) || !(unit in rule)) return null;
    rule[unit as keyof KeepRule] += Number(count);
  }
  return Object.values(rule).some((count) => count > 0) ? rule : null;
}

const dayMs = 86_400_000;

type History = { systemId: string; timeline: number };

/**
 * Decides which backups are kept, by UTC days and weeks that start on Monday. The newest one is always kept. A restore
 * begins a new timeline, and an upgrade of PostgreSQL a new database. Each of these keeps its own newest backup of a
 * day, week or month, so that a later backup does not replace the one that leads back.
 * @param backups any order
 */
export function decideKept(
  backups: readonly { name: string; finishedAt: Date; log: History | null }[],
  rule: KeepRule,
  now: Date,
): Set<string> {
  const newestFirst = backups.toSorted((one, other) => +other.finishedAt - +one.finishedAt);
  const keptNames = new Set(newestFirst.slice(0, Math.max(1, rule.last)).map(({ name }) => name));
  for (const { name, finishedAt } of newestFirst)
    if (+now - +finishedAt <= rule.days * dayMs) keptNames.add(name);
  const periods: [number, (at: Date) => string | number][] = [
    [rule.daily, (at) => Math.floor(+at / dayMs)],
    // 1970-01-01 was a Thursday.
    [rule.weekly, (at) => Math.floor((+at / dayMs + 3) / 7)],
    [rule.monthly, (at) => at.toISOString().slice(0, 7)],
  ];
  for (const [count, periodOf] of periods) {
    const inPeriods = new Map<string | number, Map<string, string>>();
    for (const { name, finishedAt, log } of newestFirst) {
      const period = periodOf(finishedAt);
      const newestOf = inPeriods.get(period) ?? new Map<string, string>();
      inPeriods.set(period, newestOf);
      const history = log ? `${log.systemId} ${log.timeline}` : "";
      if (!newestOf.has(history)) newestOf.set(history, name);
    }
    for (const newestOf of [...inPeriods.values()].slice(0, count))
      for (const name of newestOf.values()) keptNames.add(name);
  }
  return keptNames;
}
