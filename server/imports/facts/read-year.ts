import { isRegisteredInTime } from "#shared/listings/car-details.ts";
import type { ModelFacts } from "#shared/makes/model-table.ts";
import type { Field } from "../headers/feed-fields.ts";
import { readNamedMonth } from "../headers/month-names.ts";
import { fault, type Parsed, type RowReader } from "./row-reader.ts";
import { firstYear, yearsAhead, yearsBeforeModel } from "./sanity.ts";

/**
 * Reads the year of "2017", "2016 (66)", "03/2017", "2017-03-01", "201703", "01.03.2017", "2017. 03. 01.", "Mar-2017" and
 * "1. März 2017". Two digits are a fault: they may be a month or a plate.
 * @internal
 */
export function parseYear(stated: string): Parsed<number> {
  if (stated === "") return "empty";
  const text = plainDate(stated);
  const match =
    /^(\d{4})(?:[.,]0| ?\(\d{2}(?: reg| plate)?\))?$/i.exec(text) ??
    /^(?!0)(\d{4})[-/.] ?(?:0?[1-9]|1[0-2]|00)(?:[-/.] ?(?:0?[1-9]|[12]\d|3[01]|00)(?:[T ].*)?)?\.?$/.exec(
      text,
    ) ??
    /^((?:19|20)\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?$/.exec(text) ??
    /^(?:0?[1-9]|1[0-2]|00)[-/.](\d{4})$/.exec(text) ??
    /^(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.](\d{4})(?:[T ,]\d{1,2}:.*)?$/.exec(
      text,
    );
  const named = match ? null : (readNamedMonth(text)?.year ?? japaneseYear(text));
  if (named) return { value: named };
  return match?.[1]
    ? { value: Number(match[1]) }
    : fault(`"${stated}" is not a year${help(stated)}`);
}

// "EZ 03/2018", "Bj. 2018", "2018 r.", "15. 3. 2018", "03 / 2018"
const plainDate = (text: string) =>
  /^\d{4}$/.test(text)
    ? text
    : text
        .replace(/^(?:ez|erstzulassung|bj|baujahr|bouwjaar|rok|rocznik)[.:]?\s*(?=\d)/i, "")
        .replace(/(?<=\d{4}) ?(?:r\.?|rok|г\.?|год)$/i, "")
        .replace(/(?<=\d)\.? ?([-/.]) ?(?=\d)/g, "$1");

function help(text: string): string {
  if (/^[2-4]\d{4}(?:\.0)?$/.test(text))
    return " but a spreadsheet's number of a date (write the date)";
  return /^\d\d$|^\D*(?:\d\d?\D+)?\d\d$/.test(text) ? " (write all four digits)" : "";
}

// The years before the first of Shōwa, Heisei and Reiwa, and their last years.
const eras: Record<string, readonly [number, number]> = {
  S: [1925, 64],
  昭和: [1925, 64],
  H: [1988, 31],
  平成: [1988, 31],
  R: [2018, 99],
  令和: [2018, 99],
};

/** The year of "H29", "R2", "平成29年" or "2017年3月"; null for others. */
function japaneseYear(text: string): number | null {
  const [, era = "", count = ""] =
    /^([SHR]|昭和|平成|令和)\.?(\d{1,2})(?:年(?:\d{1,2}月)?|[./-]\d{1,2})?$/.exec(text) ?? [];
  const [before, last] = eras[era] ?? [0, 0];
  if (Number(count) >= 1 && Number(count) <= last) return before + Number(count);
  return Number(/^(\d{4})年(?:\d{1,2}月)?$/.exec(text)?.[1] ?? 0) || null;
}

// "03/04/2018" is in April, in March in America.
const dayAndMonth = /^(\d{1,2})([-/.])(\d{1,2})[-/.](\d{4})(?:$|[T ,])/;

/**
 * Reads the year and month of "2018-03-15", "03/2018", "201803", "15.03.2018" or "March 2018" as "2018-03". A year
 * alone has no month.
 */
export function parseMonth(stated: string): Parsed<string> {
  const text = plainDate(stated);
  const monthOf = (year: string, month: string) => `${year}-${month.padStart(2, "0")}`;
  const yearFirst =
    /^(\d{4})[-/.] ?(0?[1-9]|1[0-2])(?:[-/.T ].*)?$/.exec(text) ??
    /^((?:19|20)\d\d)(0[1-9]|1[0-2])(?:\d\d)?$/.exec(text);
  if (yearFirst && Number(yearFirst[1]) < firstYear) return "empty";
  if (yearFirst) return { value: monthOf(yearFirst[1]!, yearFirst[2]!) };
  const monthFirst = /^(0?[1-9]|1[0-2])[-/.](\d{4})$/.exec(text);
  if (monthFirst) return { value: monthOf(monthFirst[2]!, monthFirst[1]!) };
  const named = readNamedMonth(text);
  if (named)
    return named.month ? { value: monthOf(String(named.year), String(named.month)) } : "empty";
  // What is no date at all is a fault of the year.
  const [, first = "", mark, second = "", year = ""] = dayAndMonth.exec(text) ?? [];
  if (year === "" || Number(year) < firstYear) return "empty";
  if (first === second || mark === "." || Number(first) > 12)
    return Number(second) > 12 ? "empty" : { value: monthOf(year, second) };
  if (Number(second) > 12) return { value: monthOf(year, first) };
  return fault(`"${text}" can be in month ${Number(first)} or ${Number(second)}`);
}

/** The year of the first registration. "1900-01-01" is a database's empty date, and beside a year it says nothing. */
function registrationOf(row: RowReader, stated: number | null): number | null {
  const year = row.take("firstRegistration", parseYear);
  if (year === null || year >= firstYear || stated === null) return year;
  row.leftOut.push({
    column: row.headerOf("firstRegistration"),
    reason: `${year} is out of range`,
  });
  return null;
}

/** A row's year, or the year of its first registration. The two, and the years of the model, must fit together. */
export function readYear(row: RowReader, facts: ModelFacts | null, now: Date): number | null {
  const stated = row.take("year", parseYear);
  const registered = registrationOf(row, stated);
  const column: Field = stated === null && registered !== null ? "firstRegistration" : "year";
  const refuse = (reason: string) => {
    row.faults.push({ column: row.headerOf(column), reason });
    return null;
  };
  const year = stated ?? registered;
  if (year === null) {
    if (row.faults.length > 0) return null;
    const header = row.headerOf("firstRegistration");
    const unread = row.leftOut.find((remark) => remark.column === header);
    if (!unread) return refuse("the year is missing");
    row.faults.push(unread);
    return null;
  }
  if (stated === null && year > now.getUTCFullYear())
    return refuse(`the first registration in ${year} is in the future`);
  if (year < firstYear || year > now.getUTCFullYear() + yearsAhead)
    return refuse(`${year} is out of range`);
  if (facts && year < facts.firstYear - yearsBeforeModel)
    return refuse(`${year} is before the first ${facts.make} ${facts.model} (${facts.firstYear})`);
  if (stated !== null && registered !== null && !isRegisteredInTime(stated, registered))
    return refuse(`the year ${stated} and the first registration ${registered} do not fit`);
  return year;
}
