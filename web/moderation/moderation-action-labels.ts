import type { OwnModerationAction } from "#shared/moderation/moderation-contract.ts";

/** How an appeal against an act stands, in a sentence. */
export function describeAppeal({
  appeal,
  endedAt,
}: Pick<OwnModerationAction, "appeal" | "endedAt">): string {
  if (appeal === null)
    return endedAt === null
      ? "If you think that this is a mistake, you may appeal once."
      : "This was taken back.";
  if (appeal.outcome === null) return "Your appeal waits for a decision.";
  return appeal.outcome === "upheld"
    ? "Your appeal was decided: it stays."
    : "Your appeal was granted: this was taken back.";
}
