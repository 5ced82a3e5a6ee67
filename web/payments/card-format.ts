/** A field's value and caret position. */
export type Typed = { value: string; caret: number };

/** Groups a card number as on the card: 4-4-4-4, or 4-6-5 for American Express. */
export function formatCardNumber(digits: string): string {
  const groups = /^3[47]/.test(digits) ? [4, 6, 5] : [4, 4, 4, 4, 3];
  const parts: string[] = [];
  let from = 0;
  for (const size of groups) {
    if (from >= digits.length) break;
    parts.push(digits.slice(from, from + size));
    from += size;
  }
  return parts.join(" ");
}

/** Formats `MM / YY`. A first digit above 1 can only be a month. */
export function formatExpiry(digits: string): string {
  const all = /^[2-9]/.test(digits) ? `0${digits}` : digits;
  // Four digits of a year, as in 12/2034, typed or filled in by the browser. After "20", a third digit is part of one.
  const isLongYear = all.slice(2, 4) === "20" && all.length === 5;
  const short =
    all.length >= 6 ? all.slice(0, 2) + all.slice(4, 6) : all.slice(0, isLongYear ? 5 : 4);
  return short.length < 2 ? short : `${short.slice(0, 2)} / ${short.slice(2)}`;
}

export function formatCvc(digits: string): string {
  return digits.slice(0, 4);
}

/**
 * Reformats a field after a keystroke. The caret stays behind the same digit; deleting a separator deletes the digit
 * next to it.
 */
export function retype(
  typed: Typed,
  before: string,
  format: (digits: string) => string,
  deleted: "backward" | "forward" | null,
): Typed {
  // "1/30": a separator after one digit ends the month.
  const month = format === formatExpiry && /^\d\D/.test(typed.value) ? "0" : "";
  let digits = month + digitsOf(typed.value);
  let behind = month.length + digitsOf(typed.value.slice(0, typed.caret)).length;
  if (deleted !== null && digits === digitsOf(before) && typed.value.length < before.length) {
    const position = deleted === "backward" ? behind - 1 : behind;
    digits = digits.slice(0, Math.max(0, position)) + digits.slice(position + 1);
    behind = Math.min(behind, Math.max(0, position));
  }
  const atEnd = behind >= digits.length;
  const value = format(digits);
  return { value, caret: atEnd ? value.length : caretBehind(value, behind) };
}

export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

function caretBehind(value: string, digits: number): number {
  let seen = 0;
  for (let at = 0; at < value.length; at += 1) {
    if (seen === digits) return at;
    if (/\d/.test(value[at]!)) seen += 1;
  }
  return value.length;
}
