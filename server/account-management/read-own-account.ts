import type { OwnAccountRecord } from "#shared/accounts/account-contract.ts";
import type { Deps } from "#server/deps.ts";
import { noSuchAccount, findOwnAccount } from "#server/accounts/public.ts";

/** The caller's own account. */
export async function readOwnAccount(
  deps: Pick<Deps, "db">,
  accountId: string,
): Promise<OwnAccountRecord> {
  const account = await findOwnAccount(deps.db, accountId);
  if (!account) throw noSuchAccount();
  const { id, photoUrl, createdAt, ...rest } = account;
  return { _id: id, ...rest, photoURL: photoUrl, createdAt: createdAt.toISOString() };
}
