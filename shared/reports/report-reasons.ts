/** Preset reasons to report a listing. */
export const reportReasons = [
  "The car is not as described",
  "The price is misleading",
  "The car is sold already",
  "Pictures or text are taken from elsewhere",
  "This looks like fraud",
  "The listing is offensive",
  "Something else",
] as const;

/** The reason to send: the preset and the user's text; undefined if both are empty. */
export function joinReason(choice: string, words: string): string | undefined {
  const given = [choice, words.trim()].filter((part) => part !== "");
  return given.length > 0 ? given.join(": ") : undefined;
}
