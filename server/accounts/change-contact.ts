import type { Contact } from "#shared/accounts/account-contract.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { setContact } from "./account-store.ts";

/** Sets where a seller's cars stand and the number they answer; a car that says its own keeps it. */
export async function changeContact(
  deps: Pick<Deps, "db" | "catalogue">,
  accountId: string,
  contact: Contact,
): Promise<ModifiedAnswer> {
  await setContact(deps.db, accountId, contact);
  await deps.catalogue.refresh();
  return { modifiedCount: 1 };
}
