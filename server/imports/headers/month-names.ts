import { fold } from "#shared/text/fold.ts";

// The languages of the header table.
const languages = "en,de,pl,fr,es,it,nl,cs,sv,da,no,pt,hu,ro,tr".split(",");
// What Intl does not write.
const furtherNames: Record<string, number> = { sept: 9, mrz: 3, maerz: 3, marz: 3, jaenner: 1 };

let months: Map<string, number> | null = null;

/** Months by their folded names, in the form that dates have ("marca") and alone, long and short; 0 if languages differ. */
function monthNames(): Map<string, number> {
  if (months) return months;
  months = new Map(Object.entries(furtherNames));
  for (const language of languages)
    for (const month of ["long", "short"] as const)
      for (const day of [{}, { day: "numeric" }] as const) {
        const format = new Intl.DateTimeFormat(language, { month, ...day, timeZone: "UTC" });
        for (let number = 1; number <= 12; number++) {
          const parts = format.formatToParts(Date.UTC(2018, number - 1, 5));
          const name = nameOf(parts.find(({ type }) => type === "month")?.value ?? "");
          const other = months.get(name) ?? number;
          months.set(name, other === number ? number : 0);
        }
      }
  return months;
}

const nameOf = (text: string) => fold(text).replace(/\.$/, "");

// "12-Mar-2018", "Mai 2020", "March 12, 2018", "12 de marzo de 2018", "2018. március 12."
const day = String.raw`(?:(?:0?[1-9]|[12]\d|3[01])(?:\.|st|nd|rd|th|er)?)`;
const gap = String.raw`(?:[\s,./-]+|\s+de\s+|\s+del\s+)`;
const yearLast = new RegExp(
  String.raw`^(?:${day}${gap})?(\p{L}{3,12})\.?${gap}(?:${day}${gap})?((?:19|20)\d\d)\.?$`,
  "iu",
);
const yearFirst = new RegExp(
  String.raw`^((?:19|20)\d\d)\.?${gap}(\p{L}{3,12})\.?(?:${gap}${day}\.?)?$`,
  "iu",
);

/** The year and month of a date with the name of a month; null for others. The month is 0 if the name can be two. */
export function readNamedMonth(text: string): { year: number; month: number } | null {
  if (text.length > 40 || !/\p{L}{3}/u.test(text)) return null;
  const last = yearLast.exec(text);
  const first = last ? null : yearFirst.exec(text);
  const [name, year] = last ? [last[1]!, last[2]!] : [first?.[2] ?? "", first?.[1] ?? ""];
  const month = monthNames().get(nameOf(name));
  return month === undefined ? null : { year: Number(year), month };
}
