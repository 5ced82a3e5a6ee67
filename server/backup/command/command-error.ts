/** A command that was typed wrong. It is printed with the command's usage. */
export class CommandError extends Error {
  override name = "CommandError";
}

/**
 * Refuses options that have no effect together with the command that was chosen.
 * @param chosen what the command is called for people
 * @param options the values of the options by their names
 * @throws CommandError that names the first one
 */
export function refuseOptions(
  chosen: string,
  options: Readonly<Record<string, unknown>>,
  allowed: readonly string[],
): void {
  const wrong = Object.entries(options).find(
    ([name, value]) => value !== undefined && !allowed.includes(name),
  );
  if (wrong) throw new CommandError(`--${wrong[0]} has no effect with ${chosen}`);
}
