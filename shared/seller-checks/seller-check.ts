/** The levels that an admin records. `car` belongs to one listing. */
export const recordedLevels = ["phone", "identity", "business", "car"] as const;
export type RecordedLevel = (typeof recordedLevels)[number];

/** All levels of a seller, from the least to the most. `email` is confirmed by a link. */
export const checkLevels = ["email", ...recordedLevels] as const;
export type CheckLevel = (typeof checkLevels)[number];

type RecordedCheck = {
  level: RecordedLevel;
  /** The listing of a `car` check; null for the others. */
  listingId: string | null;
  checkedAt: Date;
  validUntil: Date | null;
  withdrawnAt: Date | null;
};

/** Whether a check counts now. It ends by the clock, or when an admin withdraws it. */
export function isCheckValid(
  { validUntil, withdrawnAt }: Pick<RecordedCheck, "validUntil" | "withdrawnAt">,
  now: Date,
): boolean {
  return withdrawnAt === null && (validUntil === null || now < validUntil);
}

/** What visitors see on a listing: the newest valid check of each level, in the order of the levels. */
export function shownChecks<Check extends RecordedCheck>(
  checks: readonly Check[],
  listingId: string,
  now: Date,
): Check[] {
  return recordedLevels.flatMap((level) => {
    const [newest] = checks
      .filter((check) => check.level === level && isCheckValid(check, now))
      .filter((check) => level !== "car" || check.listingId === listingId)
      .toSorted((a, b) => b.checkedAt.getTime() - a.checkedAt.getTime());
    return newest ? [newest] : [];
  });
}
