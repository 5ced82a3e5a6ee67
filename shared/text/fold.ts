/** Text for comparing words: lowercase, no diacritics or punctuation, "fuelType" as "fuel type". */
export function fold(text: string): string {
  // Most texts that are searched stay as they are, and the steps below take ten times as long.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(text)) return text;
  return text
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/ł/g, "l")
    .replace(/ß/g, "ss")
    .replace(/ø/g, "o")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
