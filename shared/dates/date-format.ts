/**
 * A formatter of dates in the shop's locale, US English. Takes ISO times too. Where no `timeZone` is given, it is the
 * reader's own.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date | string) => string {
  const format = new Intl.DateTimeFormat("en-US", options);
  // Node and some browsers put a narrow no-break space before AM and PM, others a plain one: pages must agree.
  return (at) => format.format(new Date(at)).replaceAll("\u202f", " ");
}
