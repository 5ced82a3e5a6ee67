/**
 * Parses a number of zero or more in American English notation: a period before decimals, commas or spaces between
 * groups of three digits.
 * @returns null if it is not written that way or could mean different numbers in different countries
 */
export function readNumber(typed: string): number | null {
  const text = typed.trim().replaceAll(/\s/g, " ");
  const isNumber = /^(\d+|\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+)(\.\d*)?$|^\.\d+$/.test(text);
  return isNumber ? Number(text.replaceAll(/[, ]/g, "")) : null;
}
