import { fault, type Parsed } from "./parsed.ts";

/**
 * Reads the year of "2017", "03/2017", "2017-03-01", "01.03.2017". A year of two digits is refused: it may be a month or a plate.
 */
export function parseYear(text: string): Parsed<number> {
  if (text === "") return "empty";
  const match =
    /^(\d{4})(?:\.0)?$/.exec(text) ??
    /^(\d{4})[-/.](?:0?[1-9]|1[0-2])(?:[-/.](?:0?[1-9]|[12]\d|3[01])(?:[T ].*)?)?$/.exec(text) ??
    /^(?:0?[1-9]|1[0-2])[-/.](\d{4})$/.exec(text) ??
    /^(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.](\d{4})$/.exec(text);
  return match?.[1] ? { value: Number(match[1]) } : fault(`"${text}" is not a year`);
}
