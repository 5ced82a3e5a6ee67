/** What moderation does against a seller: a car of theirs is removed, or they are suspended with all of them. */
export const moderationActionKinds = ["removal", "suspension"] as const;
export type ModerationActionKind = (typeof moderationActionKinds)[number];

/** What becomes of an appeal: the act stays, or is taken back. */
export const appealOutcomes = ["upheld", "overturned"] as const;
export type AppealOutcome = (typeof appealOutcomes)[number];

/** What sellers are suspended for, to choose from. */
export const suspensionReasons = [
  "Several cars are not as described",
  "Suspected fraud",
  "The seller's identity could not be confirmed",
  "Cars are sold outside the shop",
  "Abuse of buyers",
  "Something else",
] as const;

/** What verifications are revoked for, to choose from. */
export const revocationReasons = [
  "A document has run out",
  "What was checked is no longer right",
  "The check was made by mistake",
  "Something else",
] as const;

/**
 * Whether an admin may decide an appeal: another than the one who acted, wherever the shop has another, and never one
 * that is their own from when they sold. What the command line did, any admin may judge.
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
