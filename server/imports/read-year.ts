import type { ModelFacts } from "#shared/listings/known-models.ts";
import type { Field } from "./header-words.ts";
import { fault, type Parsed, type RowReader } from "./row-reader.ts";
import { firstYear, yearsAhead, yearsBeforeModel } from "./sanity.ts";

/** Reads the year of "2017", "2016 (66)", "03/2017", "2017-03-01", "201703", "01.03.2017", "2017. 03. 01.". Two digits are a fault: they may be a month or a plate. */
export function parseYear(text: string): Parsed<number> {
  if (text === "") return "empty";
  const match =
    /^(\d{4})(?:\.0| ?\(\d{2}(?: reg| plate)?\))?$/i.exec(text) ??
    /^(\d{4})[-/.] ?(?:0?[1-9]|1[0-2])(?:[-/.] ?(?:0?[1-9]|[12]\d|3[01])(?:[T ].*)?)?\.?$/.exec(
      text,
    ) ??
    /^((?:19|20)\d\d)(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])?$/.exec(text) ??
    /^(?:0?[1-9]|1[0-2])[-/.](\d{4})$/.exec(text) ??
    /^(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.](\d{4})$/.exec(text);
  return match?.[1] ? { value: Number(match[1]) } : fault(`"${text}" is not a year`);
}

/** A row's year, or the year of its first registration. The two, and the years of the model, must fit together. */
export function readYear(row: RowReader, facts: ModelFacts | null, now: Date): number | null {
  const stated = row.take("year", parseYear);
  const registered = row.take("firstRegistration", parseYear);
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
  if (year < firstYear || year > now.getUTCFullYear() + yearsAhead)
    return refuse(`${year} is out of range`);
  if (facts && year < facts.firstYear - yearsBeforeModel)
    return refuse(`${year} is before the first ${facts.make} ${facts.model} (${facts.firstYear})`);
  // Cars are registered from just before their model year until they leave the dealer's lot.
  if (
    stated !== null &&
    registered !== null &&
    (registered < stated - 1 || registered > stated + 3)
  )
    return refuse(`the year ${stated} and the first registration ${registered} do not fit`);
  return year;
}
