import { recordAudit } from "#server/audit/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { deleteKeysOfIdentity } from "./api-key-store.ts";

/** What ends all keys of an account: an intruder may have made some of them. */
export type EndOfKeys = "password_change" | "password_reset" | "signed_out_everywhere";

/**
 * Revokes all API keys of an identity's account. The caller has locked the identity, so that no key is added meanwhile.
 * @returns how many of them worked until now
 */
export async function endKeys(
  tx: Executor,
  identityId: string,
  reason: EndOfKeys,
): Promise<number> {
  const ended = await deleteKeysOfIdentity(tx, identityId);
  const accountId = ended[0]?.accountId;
  if (accountId === undefined) return 0;
  await recordAudit(tx, {
    actorId: accountId,
    action: "key.end",
    subjectId: accountId,
    details: { keys: ended.map(({ id }) => id).toSorted(), reason },
  });
  return ended.filter(({ works }) => works).length;
}
