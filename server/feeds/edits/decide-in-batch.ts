import { AppError } from "#shared/errors/app-error.ts";
import type { FeedFactName } from "#shared/feeds/feed-contract.ts";
import type { DecideEdit } from "#shared/feeds/feed-edit-contract.ts";
import type { Deps } from "#server/deps.ts";
import { withLockedSeller, whyMakeNotSold } from "#server/listings/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { changeShown } from "../plan/change-shown.ts";
import { editableFields, readSaid, rememberShopWins } from "./edited-car-store.ts";
import { fieldOf } from "../feed-fact-names.ts";
import { agreeIn, factOf, withCompanions, withFields, type FeedField } from "../feed-facts.ts";
import { lockFeed, lockListings, type LockedListing } from "../feed-store.ts";
import { findTakenOffers } from "../match/find-taken-vins.ts";
import { keptReasonOf } from "../plan/kept-reason-of.ts";
import type { FeedFacts } from "#server/imports/public-reading.ts";

/** Facts of a car to decide about. */
export type CarEdits = { listingId: string; fields: readonly FeedField[] };

/** What became of a decision about a fact. */
export type EditOutcome = {
  listingId: string;
  field: FeedField;
  /** The car's; null if the feed has no such car. */
  name: string | null;
  /** Why nothing was decided; null if it was. */
  message: string | null;
};

type Batch = {
  feedId: string;
  sellerId: string;
  winner: DecideEdit["winner"];
  cars: readonly CarEdits[];
};

/** A car whose facts can be decided about. */
type DecidedCar = { listing: LockedListing; feedFacts: FeedFacts; fields: FeedField[] };

/**
 * Decides who wins in facts of a feed's cars, in one transaction: the feed, whose values replace the edits, or the shop,
 * until the feed says something else. Refused about cars that are reserved, sold or removed, and while their seller is
 * suspended.
 * @throws AppError not_allowed if the seller or the feed is gone
 */
export function decideInBatch(
  db: Deps["db"],
  { feedId, sellerId, winner, cars }: Batch,
): Promise<EditOutcome[]> {
  return withLockedSeller(db, sellerId, async (tx, seller) => {
    if (!seller || !(await lockFeed(tx, feedId))) throw new AppError("not_allowed");
    const ids = cars.map(({ listingId }) => listingId);
    const feedFacts = await readSaid(tx, feedId, ids);
    // Only cars of the feed, because the ids may be those of any.
    const listings = await lockListings(tx, [...feedFacts.keys()]);
    const outcomes = cars.flatMap(({ listingId, fields }) => {
      const car = { listing: listings.get(listingId), feedFacts: feedFacts.get(listingId) };
      const isOurs = car.listing !== undefined && car.feedFacts !== undefined;
      return fields.map((field) => ({
        listingId,
        field,
        name: isOurs ? (car.listing!.shown.name ?? "") : null,
        message: seller.isSuspended
          ? "You are suspended, so your cars cannot be edited."
          : whyNotDecide(car, field, winner),
      }));
    });
    const decided = new Map<string, DecidedCar>();
    for (const { listingId, field, message } of outcomes) {
      if (message !== null) continue;
      const decidedCar = decided.get(listingId);
      if (decidedCar) decidedCar.fields.push(field);
      else
        decided.set(listingId, {
          listing: listings.get(listingId)!,
          feedFacts: feedFacts.get(listingId)!,
          fields: [field],
        });
    }
    const taken =
      winner === "shop"
        ? await keepEdits(tx, feedId, [...decided.values()])
        : await replaceEdits(tx, [...decided.values()]);
    return outcomes.map((outcome) =>
      outcome.message === null && taken.has(outcome.listingId)
        ? { ...outcome, message: "Another car with this VIN is for sale by now." }
        : outcome,
    );
  });
}

/** Why a fact of a car cannot be decided about; null if it can. */
function whyNotDecide(
  { listing, feedFacts }: { listing?: LockedListing; feedFacts?: FeedFacts },
  field: FeedField,
  winner: DecideEdit["winner"],
): string | null {
  if (!listing || !feedFacts) return "The feed has no such car.";
  if (keptReasonOf(listing, false))
    return "This car is reserved, sold or off sale, so it stays as it is.";
  if (agreeIn(feedFacts, listing.shown, field)) return "The feed and the shop say the same by now.";
  if ((factOf(feedFacts, field) ?? "") === "") return "The feed does not state this fact.";
  return winner === "feed" && field === "make" ? whyMakeNotSold(feedFacts.make!) : null;
}

async function keepEdits(
  tx: Executor,
  feedId: string,
  cars: readonly DecidedCar[],
): Promise<Set<string>> {
  // Most cars were edited in the same facts.
  const alike = new Map<string, { fields: FeedField[]; listingIds: string[] }>();
  for (const car of cars) {
    const fields = [...withCompanions(car.fields)];
    const key = fields.toSorted().join();
    const group = alike.get(key) ?? { fields, listingIds: [] };
    alike.set(key, group);
    group.listingIds.push(car.listing.id);
  }
  for (const group of alike.values()) await rememberShopWins(tx, { feedId, ...group });
  return new Set();
}

/** Returns the cars that stay as they are, because another one with their VIN is for sale. */
async function replaceEdits(tx: Executor, cars: readonly DecidedCar[]): Promise<Set<string>> {
  const changes = cars.map(({ listing, feedFacts, fields }) => {
    const shown = withFields(listing.shown, feedFacts, [...withCompanions(fields)]);
    return { listingId: listing.id, listing, shown };
  });
  const offers = changes.flatMap((change) => {
    const { vin } = change.shown;
    const isOffered = vin !== null && (change.listing.lapsedAt || vin !== change.listing.shown.vin);
    return isOffered ? [{ change, vin }] : [];
  });
  const refused = await findTakenOffers(tx, offers, () => false);
  const accepted = changes.filter((change) => !refused.has(change));
  if (accepted.length > 0)
    await changeShown(
      tx,
      accepted.map(({ listingId: id, shown }) => ({ id, shown })),
    );
  return new Set([...refused].map(({ listingId }) => listingId));
}

/** The field that a fact's name stands for. @throws AppError invalid_input if it describes the file */
export function editableField(name: FeedFactName, parameter: string): FeedField {
  const field = fieldOf(name);
  if (editableFields.includes(field)) return field;
  const message = "This fact describes the file and cannot be edited.";
  throw new AppError("invalid_input", { message, fields: { [parameter]: message } });
}
