import type { Field } from "../headers/feed-fields.ts";
import type { FeedContext } from "../feed-context.ts";
import type { RowReader } from "./row-reader.ts";

/**
 * Whether a row's special price is valid today, by its first and last day; `"unclear"` if they cannot be read.
 */
export function specialState(
  row: RowReader,
  { columns, now }: Pick<FeedContext, "columns" | "now">,
): "valid" | "over" | "unclear" {
  const today = now.toISOString().slice(0, 10);
  const states = new Set<"valid" | "over" | "unclear">();
  const check = (text: string, isStart: boolean) => {
    const days = daysOf(text);
    const isOver = days.map((day) => (isStart ? day > today : day < today));
    if (isOver.length === 0 || new Set(isOver).size > 1) states.add("unclear");
    else states.add(isOver[0] ? "over" : "valid");
  };
  for (const field of ["specialFrom", "specialUntil"] satisfies Field[]) {
    for (const column of columns.get(field) ?? []) {
      const text = row.textIn(column);
      if (text === "" || /^0{4}/.test(text)) continue;
      // "2026-05-01T00:00+0100/2026-05-31T23:59+0100"
      const range = /^(\d{4}-\d\d-\d\d[^/]*?) ?\/ ?(\d{4}-\d\d-\d\d.*)$/.exec(text);
      check(range?.[1] ?? text, range !== null || field === "specialFrom");
      if (range?.[2]) check(range[2], false);
    }
  }
  return states.has("over") ? "over" : states.has("unclear") ? "unclear" : "valid";
}

/** The days that a text can mean, as ISO dates: "03/04/2026" is one in March or in April. */
function daysOf(text: string): string[] {
  const iso = /^(\d{4})[-/.]?(\d\d)[-/.]?(\d\d)(?:$|[T ])/.exec(text);
  if (iso) return dayOf(iso[1]!, iso[2]!, iso[3]!);
  const match = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})(?:$|[T ,])/.exec(text);
  if (!match) return [];
  const [, first = "", mark, second = "", year = ""] = match;
  const europeDay = dayOf(year, second, first);
  return mark === "." ? europeDay : [...europeDay, ...dayOf(year, first, second)];
}

function dayOf(year: string, month: string, day: string): string[] {
  const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
  return isDay ? [`${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`] : [];
}
