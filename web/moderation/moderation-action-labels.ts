import type { OwnModerationAction } from "#shared/moderation/moderation-contract.ts";

/** Describes the state of an appeal. */
export function describeAppeal({
  appeal,
  endedAt,
}: Pick<OwnModerationAction, "appeal" | "endedAt">): string {
  if (appeal === null)
    return endedAt === null
      ? "If you think this is a mistake, you can appeal once."
      : "This was reversed.";
  if (appeal.outcome === null) return "Your appeal is waiting for a decision.";
  return appeal.outcome === "upheld"
    ? "Your appeal was denied."
    : "Your appeal was granted and this was reversed.";
}
