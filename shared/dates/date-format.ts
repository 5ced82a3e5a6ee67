/**
 * Formats dates in US English, the locale of every page. Accepts ISO strings too. Without a `timeZone`, uses the
 * reader's.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date | string) => string {
  const format = new Intl.DateTimeFormat("en-US", options);
  // Node and some browsers put a narrow no-break space before AM and PM, others a plain one. The HTML must match.
  return (at) => format.format(new Date(at)).replaceAll("\u202f", " ");
}
