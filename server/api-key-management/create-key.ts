import { randomUUID } from "node:crypto";
import {
  maximumKeys,
  type NewKeyAnswer,
  type NewKeyBody,
} from "#shared/api-keys/api-key-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { countKeys, insertKey, makeKey } from "#server/api-keys/public.ts";
import { recordAudit } from "#server/audit/public.ts";
import type { Deps } from "#server/deps.ts";
import { checkReauthentication, lockIdentityForChange } from "#server/identity/public.ts";
import { withLockedSeller } from "#server/listings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";

/**
 * Creates an API key of the viewer and returns it, the only time that it can be read. Refused while they are suspended
 * or have too many keys.
 * @throws AppError reauthentication_required, not_signed_in
 */
export async function createKey(
  { db }: Pick<Deps, "db">,
  viewer: Viewer,
  { name, scopes, expiresInDays }: NewKeyBody,
): Promise<NewKeyAnswer> {
  // A key outlives the session, so an unattended one must not be enough.
  await checkReauthentication({ db }, viewer);
  const id = randomUUID();
  const { key, ...stored } = makeKey();
  const refusal = await withLockedSeller(db, viewer.accountId, async (tx, seller) => {
    if (!seller) throw new AppError("not_allowed");
    // A password change that ends the keys must not be followed by one that was requested before it.
    await lockIdentityForChange(tx, viewer);
    if (seller.isSuspended) return "You are suspended, so you cannot create API keys.";
    if ((await countKeys(tx, viewer.accountId)) >= maximumKeys)
      return `You can have ${maximumKeys} API keys. Revoke one that you no longer use.`;
    const row = { id, accountId: viewer.accountId, name, scopes, ...stored };
    await insertKey(tx, { ...row, lifetimeDays: expiresInDays });
    await recordAudit(tx, {
      actorId: viewer.accountId,
      action: "key.create",
      subjectId: viewer.accountId,
      details: { key: id, scopes, expiresInDays },
    });
    return null;
  });
  if (refusal !== null) return { acknowledged: false, message: refusal };
  return { acknowledged: true, insertedId: id, key };
}
