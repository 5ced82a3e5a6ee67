import { randomUUID } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import type { MatchedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { withLockedAccount } from "#server/accounts/public.ts";
import type { Deps } from "#server/deps.ts";
import { lockListingForShare, listingId, noSuchListing } from "#server/listings/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { insertReport } from "./report-store.ts";

/**
 * Reports a listing to the admins, once per user.
 * @throws AppError not_found if it is not in the shop, token_invalid if the account was just deleted
 */
export async function reportListing(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  viewer: Viewer,
  given: string,
  reason: string | undefined,
): Promise<MatchedAnswer> {
  const id = listingId(given);
  const isNew = await withLockedAccount(db, viewer.accountId, async (tx, account) => {
    if (!account) throw new AppError("token_invalid");
    const listing = await lockListingForShare(tx, id);
    if (!listing?.isForSale) throw noSuchListing();
    return insertReport(tx, {
      id: randomUUID(),
      listingId: id,
      reporterId: viewer.accountId,
      reason: reason || null,
    });
  });
  if (!isNew) return { matchedCount: 0, message: "You have reported this product already." };
  await catalogue.refresh();
  return { matchedCount: 1 };
}
