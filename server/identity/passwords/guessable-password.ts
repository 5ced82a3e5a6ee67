/** Why a password would be among the first that others try. */
export type Guessable = "common" | "own_words";

/** Shorter words stand in too many passwords by chance. */
const shortestWord = 3;

/**
 * Why a password is easy to guess, or null where we know no reason. What counts are its letters and digits: a sign
 * that the rules ask for makes "password1" no better.
 * @param ownWords the shop's name and, where it is known, the person's name and email
 */
export async function guessable(
  password: string,
  ownWords: readonly string[],
): Promise<Guessable | null> {
  const bare = bareOf(password);
  if ((await commonPasswords()).has(bare)) return "common";
  return isMadeOf(bare, ownWords) ? "own_words" : null;
}

/** Whether there is nothing but these words, and digits. */
function isMadeOf(bare: string, words: readonly string[]): boolean {
  const parts = words
    .flatMap((word) => [word, ...word.split("@"), ...word.split(/[^\p{L}\p{N}]+/u)])
    .map(bareOf)
    .filter((word) => word.length >= shortestWord)
    .toSorted((a, b) => b.length - a.length);
  const rest = parts.reduce((left, part) => left.replaceAll(part, ""), bare);
  return rest !== bare && !/\p{L}/u.test(rest);
}

function bareOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

let loaded: Promise<ReadonlySet<string>> | undefined;

// 49,000 passwords of breaches; read when the first password is set, and never by a browser.
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (loaded ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(bareOf)),
  ));
}
