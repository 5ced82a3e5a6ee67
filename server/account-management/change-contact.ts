import type { Contact } from "#shared/accounts/account-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { findOwnAccount, withLockedAccount, setContact } from "#server/accounts/public.ts";
import { endChecks } from "#server/seller-checks/public.ts";

/**
 * Sets a seller's location and phone number. Listings with their own keep them. What was checked of another phone number
 * ends.
 * @throws AppError token_invalid if the account has been deleted
 */
export async function changeContact(
  deps: Pick<Deps, "db" | "catalogue">,
  accountId: string,
  contact: Contact,
): Promise<ModifiedAnswer> {
  await withLockedAccount(deps.db, accountId, async (tx) => {
    const before = await findOwnAccount(tx, accountId);
    if (!(await setContact(tx, accountId, contact))) throw new AppError("token_invalid");
    if (before?.phone !== contact.phone) await endChecks(tx, accountId, ["phone"], new Date());
  });
  await deps.catalogue.refresh();
  return { modifiedCount: 1 };
}
