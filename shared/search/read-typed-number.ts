// The digits end with one, because two neighbors that both take spaces try every way to share them.
const number = "[^\\d\\-]{0,4}?(\\d(?:[\\d\\s,'’]*\\d)?(?:\\.\\d+)?)\\s*([kK]?)\\D{0,6}";
const longest = 40;

/** What `readTypedNumber` reads, as the pattern of an input. */
export const numberPattern = number;

const whole = new RegExp(`^${number}$`);

/** A number as people type it into a filter: "15,000", "$15k", "2.0". Undefined for anything else. */
export function readTypedNumber(typed: string): number | undefined {
  if (typed.length > longest) return undefined;
  const match = whole.exec(typed.trim());
  if (!match) return undefined;
  const value = Number(match[1]!.replace(/[\s,'’]/g, "")) * (match[2] ? 1_000 : 1);
  return Number.isFinite(value) ? value : undefined;
}
