// Reused because creating a formatter is slow and pages format many numbers.
const format = new Intl.NumberFormat("en-US");

/** Formats a number in US English, the locale of every page: "41,000". */
export function formatNumber(value: number): string {
  return format.format(value);
}
