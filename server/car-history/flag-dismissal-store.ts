import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { accountTable } from "#server/accounts/account-table.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { flagDismissalTable } from "./flag-dismissal-table.ts";

const { flag, dismissedAt, dismissedBy, reason } = flagDismissalTable;

/** Who dismissed a flag, when and why. */
export type Dismissal = { by: string; at: Date; reason: string };

/** The dismissals, by flag. */
export async function listDismissals(executor: Executor): Promise<Map<string, Dismissal>> {
  const rows = await executor
    .select({ flag, at: dismissedAt, reason, by: accountTable.name })
    .from(flagDismissalTable)
    .innerJoin(accountTable, eq(accountTable.id, dismissedBy));
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
