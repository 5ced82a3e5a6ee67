import { randomUUID } from "node:crypto";
import { eq, inArray } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { flagDismissalTable } from "./flag-dismissal-table.ts";

const { flag, dismissedAt, dismissedBy, reason } = flagDismissalTable;

/** Who dismissed a flag, when and why. */
export type Dismissal = { by: string; at: Date; reason: string };

/** The dismissals of these flags, by flag. */
export async function listDismissals(
  executor: Executor,
  flags: readonly string[],
): Promise<Map<string, Dismissal>> {
  if (flags.length === 0) return new Map();
  const rows = await executor
    .select({ flag, at: dismissedAt, reason, by: accountTable.name })
    .from(flagDismissalTable)
    .innerJoin(accountTable, eq(accountTable.id, dismissedBy))
    .where(inArray(flag, [...flags]));
  return new Map(rows.map(({ flag: of, ...dismissal }) => [of, dismissal]));
}

/** Dismisses flags of a listing. Returns how many were not dismissed before. */
export async function insertDismissals(
  tx: Executor,
  flags: readonly string[],
  dismissal: { listingId: string; dismissedBy: string; dismissedAt: Date; reason: string },
): Promise<number> {
  const rows = await tx
    .insert(flagDismissalTable)
    .values(flags.map((of) => ({ id: randomUUID(), flag: of, ...dismissal })))
    .onConflictDoNothing()
    .returning({ flag });
  return rows.length;
}
