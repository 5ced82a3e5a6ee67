/** Why a password is easy to guess. */
export type Guessable = "common" | "own_words";

/** Shorter words are in too many passwords by chance. */
const shortestWord = 3;

/**
 * Why a password is easy to guess, or null. Only letters and digits count: the sign that the rules require makes
 * "password1" no better. Why not zxcvbn: docs/decisions/0030-own-check-for-guessable-passwords.md.
 * @param ownWords the shop's name and, if known, the user's name and email
 */
export async function guessable(
  password: string,
  ownWords: readonly string[],
): Promise<Guessable | null> {
  const bare = lettersAndDigits(password);
  if ((await commonPasswords()).has(bare)) return "common";
  return isMadeOf(bare, ownWords) ? "own_words" : null;
}

/** Whether it consists of these words and digits only. */
function isMadeOf(bare: string, words: readonly string[]): boolean {
  const parts = words
    .flatMap((word) => [word, ...word.split("@"), ...word.split(/[^\p{L}\p{N}]+/u)])
    .map(lettersAndDigits)
    .filter((word) => word.length >= shortestWord)
    .toSorted((a, b) => b.length - a.length);
  const rest = parts.reduce((left, part) => left.replaceAll(part, ""), bare);
  return rest !== bare && !/\p{L}/u.test(rest);
}

function lettersAndDigits(text: string): string {
  // Compatibility forms, such as full-width letters, are no harder to guess.
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

let loaded: Promise<ReadonlySet<string>> | undefined;

// 49,000 breached passwords, loaded when the first password is set.
function commonPasswords(): Promise<ReadonlySet<string>> {
  return (loaded ??= import("@zxcvbn-ts/language-common").then(
    ({ dictionary }) => new Set(dictionary["passwords-common"].map(lettersAndDigits)),
  ));
}
