// Letters with strokes and ligatures, which Unicode does not decompose, as CLDR's Latin-ASCII transform writes them:
// https://github.com/unicode-org/cldr/blob/main/common/transforms/Latin-ASCII.xml
const letters: Readonly<Record<string, string>> = {
  æ: "ae",
  œ: "oe",
  ß: "ss",
  þ: "th",
  ð: "d",
  đ: "d",
  ħ: "h",
  ı: "i",
  ĸ: "q",
  ł: "l",
  ŋ: "n",
  ø: "o",
  ŧ: "t",
  ƀ: "b",
  ƈ: "c",
  ƒ: "f",
  ɨ: "i",
  ƚ: "l",
  ɫ: "l",
  ƶ: "z",
  ȼ: "c",
  ɇ: "e",
  ǥ: "g",
  ɉ: "j",
  ɍ: "r",
  ʉ: "u",
  ɏ: "y",
};
const anyLetter = new RegExp(`[${Object.keys(letters).join("")}]`, "g");

/** Text for comparing words: lowercase, no diacritics or punctuation, "fuelType" as "fuel type". */
export function fold(text: string): string {
  // Most texts that are searched stay as they are, and the steps below take ten times as long.
  if (/^[a-z0-9]+(?: [a-z0-9]+)*$/.test(text)) return text;
  return (
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .normalize("NFKD")
      .toLowerCase()
      // After toLowerCase, which makes an "i" and a mark of "İ".
      .replace(/\p{Mn}/gu, "")
      .replace(anyLetter, (letter) => letters[letter]!)
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim()
  );
}
