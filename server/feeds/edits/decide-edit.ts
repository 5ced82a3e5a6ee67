import type { DecideEdit, EditedCarPage } from "#shared/feeds/feed-edit-contract.ts";
import type { PageQuery } from "#shared/paging/paging-contract.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { listingId as readListingId, noSuchListing } from "#server/listings/public.ts";
import { decideInBatch, editableField } from "./decide-in-batch.ts";
import { listOpenCars } from "./edited-car-store.ts";
import { factNameOf, factValue } from "../feed-fact-names.ts";
import { isEdit, isKnownByFacts, statedPart } from "../match/identify-cars.ts";
import { ownFeed, type Owner } from "../own-feeds.ts";

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
    cars: cars.map(({ listingId, identity, fields, feedFacts, shown }) => ({
      productId: listingId,
      name: shown.name ?? "",
      identity: isKnownByFacts(identity) || isEdit(identity) ? null : statedPart(identity),
      differences: fields.flatMap((field) => {
        const name = factNameOf(field);
        const [feedValue, shopValue] = [feedFacts, shown].map((facts) =>
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
  const cars = [{ listingId: readListingId(productId), fields: [editableField(name, "field")] }];
  const batch = { feedId: feed.id, sellerId: viewer.accountId, winner, cars };
  const [outcome] = await decideInBatch(db, batch);
  if (outcome!.name === null) throw noSuchListing();
  if (outcome!.message !== null) return { modifiedCount: 0, message: outcome!.message };
  if (winner === "feed") await catalogue.refresh();
  return { modifiedCount: 1 };
}
