/** Moderation actions: removing one listing, or suspending the seller. */
export const moderationActionKinds = ["removal", "suspension"] as const;
export type ModerationActionKind = (typeof moderationActionKinds)[number];

/** Decisions on an appeal: the moderation action stays, or is undone. */
export const appealOutcomes = ["upheld", "overturned"] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

/** Preset reasons to suspend a seller. */
export const suspensionReasons = [
  "Several cars are not as described",
  "Suspected fraud",
  "The seller's identity could not be confirmed",
  "Cars are sold outside the shop",
  "Abuse of buyers",
  "Something else",
] as const;

/** Preset reasons to revoke a verification. */
export const revocationReasons = [
  "A document has expired",
  "What was checked is no longer right",
  "The check was made by mistake",
  "Something else",
] as const;

/**
 * Whether an admin may decide an appeal. Not if they took the action and the shop has another admin, and never if the
 * appeal is their own. Any admin may decide on actions of the command line.
 */
export function mayDecideAppeal({
  actedBy,
  sellerId,
  adminId,
  admins,
}: {
  actedBy: string | null;
  sellerId: string;
  adminId: string;
  admins: number;
}): boolean {
  return sellerId !== adminId && (actedBy !== adminId || admins < 2);
}
