import { deletedAccountName } from "#shared/accounts/deleted-account.ts";
import { escapeHtml, oneLine } from "#server/email/public.ts";

/** Words by which a person can be told: names, addresses, numbers. Longest first. */
export type PersonWords = readonly string[];

/**
 * The words that tell who somebody is, from what the shop holds of them. Repetitions are left out, and what tells nobody:
 * people choose what they are called, and a name of no letters, or a number of no digits, would be found everywhere.
 */
export function personWords(given: {
  names: readonly (string | null)[];
  emails: readonly (string | null)[];
  phones: readonly (string | null)[];
}): PersonWords {
  const telling = [
    ...given.names.filter((name) => /\p{L}{2}|\p{Script=Han}/u.test(name ?? "")),
    ...given.emails,
    ...given.phones.filter((phone) => (phone?.match(/\d/g)?.length ?? 0) >= 5),
  ];
  const words = telling.flatMap((word) => {
    const trimmed = word?.trim() ?? "";
    // As typed, as letters write it on one line, and as HTML escapes it.
    const inLetters = oneLine(trimmed);
    return trimmed === "" ? [] : [trimmed, inLetters, escapeHtml(inLetters)];
  });
  const unique = new Map(words.map((word) => [word.toLowerCase(), word]));
  return [...unique.values()].toSorted((a, b) => b.length - a.length);
}

/** Whether a text tells of the person, in whichever case. */
export function tellsOf(words: PersonWords, text: string): boolean {
  return words.length > 0 && pattern(words).test(text);
}

/** The text with "Deleted account" where it told of the person. */
export function blackOut(words: PersonWords, text: string): string {
  return words.length === 0 ? text : text.replace(pattern(words), deletedAccountName);
}

/** The same for a letter, of which addresses and HTML's own words stay: only the person's email is taken out of those. */
export function redactEmail(words: PersonWords, letter: string): string {
  const emails = words.filter((word) => word.includes("@"));
  return letter
    .split(/(<[^>]*>|https?:\/\/[^\s<>"]+)/i)
    .map((part, at) => blackOut(at % 2 === 0 ? words : emails, part))
    .join("");
}

// Whole words only: Ann is not in announced.
function pattern(words: PersonWords): RegExp {
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, "giu");
}
