import type { Contact } from "#shared/accounts/account-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { setContact } from "#server/accounts/public.ts";

/**
 * Sets where a seller's cars stand and the number they answer; a car that says its own keeps it.
 * @throws AppError token_invalid where the account ended meanwhile
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
