import { countOpenDeals } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { removeExpiredImages } from "#server/images/public.ts";
import { withdrawListingsOfSeller } from "#server/listings/public.ts";
import { countUnsettledPayments } from "#server/payments/public.ts";
import { eraseAccountData } from "#server/privacy/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { markDeleted, type AccountFacts } from "#server/accounts/public.ts";
import { decideDeletion } from "./decide-deletion.ts";

type EndDeps = Pick<Deps, "db" | "config" | "catalogue" | "log">;

/** Why a locked account cannot be deleted now, for its owner or for an admin; null where it can. It stays true in `tx`. */
export async function whyNotEnd(
  tx: Executor,
  { config }: Pick<Deps, "config">,
  account: AccountFacts,
  reader: "owner" | "admin",
): Promise<string | null> {
  const settledDays = config.SALE_SETTLED_DAYS;
  const deals = await countOpenDeals(tx, account.id, settledDays);
  const unsettledPayments = await countUnsettledPayments(tx, account.id);
  const name = reader === "owner" ? null : account.name;
  return decideDeletion({ ...deals, unsettledPayments, settledDays }, name);
}

/**
 * Ends a locked account for which nothing stands in the way: its cars leave the shop, it is signed out everywhere, and
 * its records become nobody's. `afterEnd` follows the commit.
 */
export async function endAccount(
  tx: Executor,
  deps: Pick<Deps, "config" | "erasePayer">,
  { id }: AccountFacts,
): Promise<void> {
  await withdrawListingsOfSeller(tx, id);
  await eraseAccountData(tx, deps, id);
  await markDeleted(tx, id);
}

/** What follows the end of an account: its cars are gone from the lists at once, and its pictures from the disk. */
export async function afterEnd(deps: EndDeps): Promise<void> {
  await deps.catalogue.refresh();
  // A job removes what cannot be removed now; the account is deleted in any case.
  await removeExpiredImages(deps).catch((error: unknown) =>
    deps.log.warn({ err: error }, "pictures of a deleted account are removed later"),
  );
}
