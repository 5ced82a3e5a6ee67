import { eq } from "drizzle-orm";
import type { Executor } from "#server/platform/database/database.ts";
import {
  identityPasskeyTable,
  identityTwoFactorTable,
  identityUserTable,
} from "./identity-table.ts";

/** Takes every passkey, authenticator app and backup code of a person away. */
export async function forgetFactors(tx: Executor, identityId: string): Promise<void> {
  await tx.delete(identityPasskeyTable).where(eq(identityPasskeyTable.userId, identityId));
  await tx.delete(identityTwoFactorTable).where(eq(identityTwoFactorTable.userId, identityId));
  await tx
    .update(identityUserTable)
    .set({ twoFactorEnabled: false })
    .where(eq(identityUserTable.id, identityId));
}
