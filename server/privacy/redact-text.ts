import { deletedAccountName } from "#shared/accounts/deleted-account.ts";
import { escapeHtml, oneLine } from "#server/email/public.ts";

/** Words that identify a user: names, addresses, phone numbers. Longest first. */
export type IdentifyingWords = readonly string[];

/**
 * The words that identify a user, without repetitions. Names without letters and phone numbers with few digits are left
 * out: users choose them freely, and they would match everywhere.
 */
export function identifyingWords(given: {
  names: readonly (string | null)[];
  emails: readonly (string | null)[];
  phones: readonly (string | null)[];
}): IdentifyingWords {
  const identifying = [
    ...given.names.filter((name) => /\p{L}{2}|\p{Script=Han}/u.test(name ?? "")),
    ...given.emails,
    ...given.phones.filter((phone) => (phone?.match(/\d/g)?.length ?? 0) >= 5),
  ];
  const words = identifying.flatMap((word) => {
    const trimmed = word?.trim() ?? "";
    // As typed, on one line as in emails, and escaped as in HTML.
    const inEmails = oneLine(trimmed);
    return trimmed === "" ? [] : [trimmed, inEmails, escapeHtml(inEmails)];
  });
  const unique = new Map(words.map((word) => [word.toLowerCase(), word]));
  return [...unique.values()].toSorted((a, b) => b.length - a.length);
}

/** Whether a text contains one of the words, in any letter case. */
export function identifies(words: IdentifyingWords, text: string): boolean {
  return words.length > 0 && pattern(words).test(text);
}

/** Replaces the words in a text with "Deleted account". */
export function redactText(words: IdentifyingWords, text: string): string {
  return words.length === 0 ? text : text.replace(pattern(words), deletedAccountName);
}

/** The same for an email. In its URLs and HTML tags, only the user's email address is replaced; a picture's text is a text. */
export function redactEmail(words: IdentifyingWords, text: string): string {
  const emails = words.filter((word) => word.includes("@"));
  const redactTag = (tag: string) =>
    redactText(emails, tag).replace(/(?<= alt=")[^"]*/g, (alt) => redactText(words, alt));
  return text
    .split(/(<[^>]*>|https?:\/\/[^\s<>"]+)/i)
    .map((part, at) => (at % 2 === 0 ? redactText(words, part) : redactTag(part)))
    .join("");
}

// Whole words only: Ann is not in announced.
function pattern(words: IdentifyingWords): RegExp {
  const any = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})(?![\\p{L}\\p{N}])`, "giu");
}
