/**
 * Prints a line about a backup to standard error. A place that others can write to may have brought a part of it, and a
 * terminal obeys control characters, so these are shown as JSON writes them.
 */
export function printMessage(line: string): void {
  console.error(withoutControl(line));
}

/** As `printMessage`, to standard output: the result of a command. */
export function printResult(line: string): void {
  console.log(withoutControl(line));
}

/** Other than the ends of lines. */
function withoutControl(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
