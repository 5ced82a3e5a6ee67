/**
 * Reads a number above or equal to zero as people write it in American English: digits, with a period before decimals
 * and commas (or spaces) between groups of three.
 * @returns null where it is not written so, and where it could mean two numbers in different countries
 */
export function readNumber(typed: string): number | null {
  const text = typed.trim().replaceAll(/\s/g, " ");
  const isNumber = /^(\d+|\d{1,3}(,\d{3})+|\d{1,3}( \d{3})+)(\.\d*)?$|^\.\d+$/.test(text);
  return isNumber ? Number(text.replaceAll(/[, ]/g, "")) : null;
}
