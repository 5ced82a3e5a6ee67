import { countOpenBookings } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { removeExpiredImages } from "#server/images/public.ts";
import { withdrawListingsOfSeller } from "#server/listings/public.ts";
import { countUnsettledPayments } from "#server/payments/public.ts";
import { eraseAccountData } from "#server/privacy/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { markDeleted, type AccountFacts } from "#server/accounts/public.ts";
import { decideDeletion } from "./decide-deletion.ts";

type EndDeps = Pick<Deps, "db" | "config" | "catalogue" | "images" | "log">;

/** Why a locked account cannot be deleted now, worded for its owner or an admin; null if it can. Valid until `tx` ends. */
export async function whyNotEnd(
  tx: Executor,
  { config }: Pick<Deps, "config">,
  account: AccountFacts,
  reader: "owner" | "admin",
): Promise<string | null> {
  const settledDays = config.SALE_SETTLED_DAYS;
  const open = await countOpenBookings(tx, account.id, settledDays);
  const unsettledPayments = await countUnsettledPayments(tx, account.id);
  const name = reader === "owner" ? null : account.name;
  return decideDeletion({ ...open, unsettledPayments, settledDays }, name);
}

/**
 * Deletes a locked account after `whyNotEnd` returned null: withdraws its cars, signs it out everywhere and erases its
 * personal data. Call `afterEnd` after the commit.
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

/** After an account is deleted: removes its cars from the lists and its images from the store. */
export async function afterEnd(deps: EndDeps): Promise<void> {
  await deps.catalogue.refresh();
  // The account is already deleted; a job removes the images that could not be removed now.
  await removeExpiredImages(deps).catch((error: unknown) =>
    deps.log.warn(
      { err: error },
      "Could not remove the images of a deleted account; a job will remove them later",
    ),
  );
}
