import type { Contact } from "#shared/accounts/account-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { setContact } from "#server/accounts/public.ts";

/**
 * Sets a seller's location and phone number. Listings with their own keep them.
 * @throws AppError token_invalid if the account has been deleted
 */
export async function changeContact(
  deps: Pick<Deps, "db" | "catalogue">,
  accountId: string,
  contact: Contact,
): Promise<ModifiedAnswer> {
  if (!(await setContact(deps.db, accountId, contact))) throw new AppError("token_invalid");
  await deps.catalogue.refresh();
  return { modifiedCount: 1 };
}
