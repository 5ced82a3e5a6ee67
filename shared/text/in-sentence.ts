/** Names in a sentence: "BMW, Mercedes-Benz and Audi". */
export function inSentence(names: readonly string[], conjunction: "and" | "or"): string {
  const last = names.at(-1) ?? "";
  const others = names.slice(0, -1).join(", ");
  return others === "" ? last : `${others} ${conjunction} ${last}`;
}
