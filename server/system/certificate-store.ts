import { notInArray, sql } from "drizzle-orm";
import type { WatchedService } from "#shared/system/system-contract.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { certificateTable } from "./certificate-table.ts";

export type StoredCertificate = typeof certificateTable.$inferSelect;
type CheckedCertificate = Omit<StoredCertificate, "checkedAt">;

/** Replaces what is known about a service's certificate. */
export async function storeCertificate(
  executor: Executor,
  checked: CheckedCertificate,
): Promise<void> {
  const { address, expiresAt, problem } = checked;
  await executor
    .insert(certificateTable)
    .values(checked)
    .onConflictDoUpdate({
      target: certificateTable.service,
      set: { address, expiresAt, problem, checkedAt: sql`now()` },
    });
}

/** Forgets services that the shop no longer uses. */
export async function removeOtherCertificates(
  executor: Executor,
  used: WatchedService[],
): Promise<void> {
  await executor
    .delete(certificateTable)
    .where(used.length > 0 ? notInArray(certificateTable.service, used) : undefined);
}

/** The certificates, the first to expire at the top. */
export function listCertificates(executor: Executor): Promise<StoredCertificate[]> {
  return executor
    .select()
    .from(certificateTable)
    .orderBy(sql`${certificateTable.expiresAt} nulls first`, certificateTable.service);
}
