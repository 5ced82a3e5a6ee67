import type { DecideEdits, DecideEditsAnswer } from "#shared/feeds/feed-edit-contract.ts";
import type { Deps } from "#server/deps.ts";
import { decideInBatch, editableField, type CarEdits } from "./decide-in-batch.ts";
import { factNameOf } from "../feed-fact-names.ts";
import type { FeedField } from "../feed-facts.ts";
import { ownFeed, type Owner } from "../own-feeds.ts";

/**
 * Decides who wins in the named facts of cars of the viewer's feed, all at once. The answer gives the reason for each
 * one that was left out.
 * @throws AppError not_found if the viewer has no such feed, or invalid_input about a fact that cannot be edited
 */
export async function decideEdits(
  { db, catalogue }: Pick<Deps, "db" | "catalogue">,
  viewer: Owner,
  { id, winner, edits }: DecideEdits & { id: string },
): Promise<DecideEditsAnswer> {
  const feed = await ownFeed(db, viewer, id);
  const cars = new Map<string, CarEdits & { fields: FeedField[] }>();
  for (const { productId, field } of edits) {
    const car = cars.get(productId) ?? { listingId: productId, fields: [] };
    cars.set(productId, car);
    car.fields.push(editableField(field, "edits"));
  }
  const batch = { feedId: feed.id, sellerId: viewer.accountId, winner, cars: [...cars.values()] };
  const outcomes = await decideInBatch(db, batch);
  const doneCount = outcomes.filter(({ message }) => message === null).length;
  if (winner === "feed" && doneCount > 0) await catalogue.refresh();
  return {
    doneCount,
    edits: outcomes.map(({ listingId, field, message }) => ({
      productId: listingId,
      field: factNameOf(field)!,
      isDone: message === null,
      message,
    })),
  };
}
