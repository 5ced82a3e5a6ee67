import { AppError } from "#shared/errors/app-error.ts";
import type { DecideEdit, EditedCarPage } from "#shared/feeds/feed-edit-contract.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listingId as readListingId, lockSeller, noSuchListing } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { changeShown } from "./change-shown.ts";
import { holdOfListing } from "./hold-of-listing.ts";
import { editableFields, listOpenCars, readSaidOf, rememberShopWins } from "./edited-car-store.ts";
import { factNameOf, factValue, fieldOf } from "./feed-fact-names.ts";
import { agreeIn, factOf, withCompanions, withFields } from "./feed-facts.ts";
import { lockFeed, lockListings, type LockedListing } from "./feed-store.ts";
import { findTakenOffers } from "./find-taken-vins.ts";
import { isEdit, isKnownByFacts, statedPart } from "./identify-cars.ts";
import { ownFeed, type Owner } from "./own-feeds.ts";

/** A page of the cars that the viewer edited in the shop and a feed says otherwise about. @throws AppError not_found */
export async function listEdits(
  { db, config }: Pick<Deps, "db" | "config">,
  viewer: Owner,
  id: string,
  query: PageQuery,
): Promise<EditedCarPage> {
  const feed = await ownFeed(db, viewer, id);
  const { cars, ...cursors } = await listOpenCars(db, feed, query);
  return {
    ...cursors,
    cars: cars.map(({ listingId, identity, fields, said, shown }) => ({
      productId: listingId,
      name: shown.name ?? "",
      identity: isKnownByFacts(identity) || isEdit(identity) ? null : statedPart(identity),
      differences: fields.flatMap((field) => {
        const name = factNameOf(field);
        const [feedValue, shopValue] = [said, shown].map((facts) =>
          factValue(facts, field, config.CURRENCY),
        );
        return name ? [{ field: name, feed: feedValue!, shop: shopValue! }] : [];
      }),
    })),
  };
}

/**
 * Decides who wins in a fact of one car: the feed, whose value replaces the edit, or the shop, until the feed says
 * something else. Refused while the car is reserved, sold or removed, and while its seller is suspended.
 * @throws AppError not_found if the viewer has no such feed, or the feed no such car
 */
export async function decideEdit(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  viewer: Owner,
  { id, productId, field: name, winner }: DecideEdit & { id: string },
): Promise<ModifiedAnswer> {
  const feed = await ownFeed(db, viewer, id);
  const listingId = readListingId(productId);
  const field = fieldOf(name);
  if (!editableFields.includes(field)) {
    const message = "This fact describes the file and cannot be edited.";
    throw new AppError("invalid_input", { message, fields: { field: message } });
  }
  const message = await db.transaction(async (tx) => {
    const seller = await lockSeller(tx, viewer.accountId);
    if (!seller || !(await lockFeed(tx, feed.id))) throw new AppError("not_allowed");
    if (seller.isSuspended) return "You are suspended, so your cars cannot be edited.";
    const listing = (await lockListings(tx, [listingId])).get(listingId);
    const said = listing && (await readSaidOf(tx, feed.id, listingId));
    if (!said) throw noSuchListing();
    if (holdOfListing(listing, false))
      return "This car is reserved, sold or off sale, so it stays as it is.";
    if (agreeIn(said, listing.shown, field)) return "The feed and the shop say the same by now.";
    if ((factOf(said, field) ?? "") === "") return "The feed does not state this fact.";
    const fields = [...withCompanions([field])];
    if (winner === "shop") {
      await rememberShopWins(tx, { feedId: feed.id, listingId, fields });
      return null;
    }
    const shown = withFields(listing.shown, said, fields);
    if (await putsTakenVinOnSale(tx, listing, shown.vin))
      return "Another car with this VIN is for sale by now.";
    await changeShown(tx, [{ id: listingId, shown }]);
    return null;
  });
  if (message !== null) return { modifiedCount: 0, message };
  if (winner === "feed") await catalogue.refresh();
  return { modifiedCount: 1 };
}

/** Whether a change gives a car a VIN that is for sale, or puts a lapsed car with such a VIN on sale. */
async function putsTakenVinOnSale(
  tx: Executor,
  { id, lapsedAt, shown }: LockedListing,
  vin: string | null,
): Promise<boolean> {
  if (vin === null || (!lapsedAt && vin === shown.vin)) return false;
  const offers = [{ change: { listingId: id }, vin }];
  return (await findTakenOffers(tx, offers, () => false)).size > 0;
}
