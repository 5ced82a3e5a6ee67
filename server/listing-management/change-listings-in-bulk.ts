import { AppError } from "#shared/errors/app-error.ts";
import { changePrice } from "#shared/listings/change-price.ts";
import type {
  BulkAnswer,
  BulkBody,
  BulkOutcome,
  PriceBulk,
} from "#shared/listings/own-product-contract.ts";
import { toMajor, toMinor } from "#shared/money/money.ts";
import type { Deps } from "#server/deps.ts";
import { readListingRows, statusOf, type ListingRow } from "#server/catalogue/public.ts";
import { confirmListing } from "#server/freshness/public.ts";
import { listingId, noSuchListing } from "#server/listings/public.ts";
import { BusyError } from "#server/platform/database/transaction-line.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { advertiseListing } from "./advertise-listing.ts";
import { changeListing, priceMoved, whyNotEdit } from "./change-listing.ts";
import { deleteListing } from "./delete-listing.ts";
import { refused } from "./listing-values.ts";
import { listPriceChangedSince } from "./own-listing-store.ts";
import { putOnSale, takeOffSale } from "./take-off-sale.ts";
import { whileSuspended } from "#server/seller-limits/public.ts";

export type BulkDeps = Pick<Deps, "db" | "config" | "catalogue" | "secrets" | "provider" | "log">;

/**
 * Changes prices of the viewer's own listings, or advertises, confirms, withdraws, relists or deletes them. Each car
 * goes through the use case of its own page in a transaction of its own, so that one refusal does not undo the others.
 * `busy` says from which car on they were left out because the seller's account was busy.
 * @param asOf when the viewer saw the prices: one that has changed since stays as it is
 * @throws AppError invalid_input with the invalid field
 */
export async function changeListingsInBulk(
  deps: BulkDeps,
  viewer: Viewer,
  body: BulkBody,
  asOf: Date | null = null,
): Promise<BulkAnswer & { busy: Busy | null }> {
  const rows = await readOwnRows(deps, viewer, body);
  if (body.action === "price" && body.preview) {
    const cars = body.cars.map((car) => previewPrice(deps, rows.get(car._id), car, body));
    return { ...answerOf(cars), busy: null };
  }
  // The public lists are read again once, not after each car.
  const quiet = { ...deps, catalogue: { ...deps.catalogue, refresh: async () => {} } };
  // After the prices were read: one that changes after this is refused by its own change.
  const moved = asOf ? await readMoved(deps, rows, asOf) : new Set<string>();
  const cars: BulkOutcome[] = [];
  const facts: Facts = { rows, moved, busy: null };
  for (const car of body.cars) cars.push(await changeOne(quiet, viewer, facts, car, body));
  await deps.catalogue.refresh();
  return { ...answerOf(cars), busy: facts.busy };
}

function answerOf(cars: BulkOutcome[]): BulkAnswer {
  return { doneCount: cars.filter(({ isDone }) => isDone).length, cars };
}

/** The viewer's own listings among the named ones, by the id as given; undefined where there is none. */
type OwnRows = ReadonlyMap<string, ListingRow | undefined>;

async function readOwnRows({ db }: BulkDeps, viewer: Viewer, { cars }: BulkBody): Promise<OwnRows> {
  const ids = new Map<string, string>();
  for (const { _id } of cars) {
    const id = readId(_id);
    if (id !== null) ids.set(_id, id);
  }
  const rows = await readListingRows(db, [...new Set(ids.values())]);
  const own = new Map(
    rows.filter((row) => row.sellerId === viewer.accountId).map((row) => [row.id, row]),
  );
  return new Map([...ids].map(([given, id]) => [given, own.get(id)]));
}

async function readMoved(
  { db }: BulkDeps,
  rows: OwnRows,
  asOf: Date,
): Promise<ReadonlySet<string>> {
  const ids = [...rows.values()].flatMap((row) => row?.id ?? []);
  return new Set(await listPriceChangedSince(db, ids, asOf));
}

function readId(given: string): string | null {
  try {
    return listingId(given);
  } catch {
    return null;
  }
}

type Car = PriceBulk["cars"][number];

/** Why cars are left out, and the first of them. */
type Busy = { error: BusyError; from: string };

/** What is known of the cars of a call, and whether the seller's account was busy. */
type Facts = { rows: OwnRows; moved: ReadonlySet<string>; busy: Busy | null };

async function changeOne(
  deps: BulkDeps,
  viewer: Viewer,
  facts: Facts,
  car: Car,
  body: BulkBody,
): Promise<BulkOutcome> {
  const row = facts.rows.get(car._id);
  const outcome =
    body.action === "price"
      ? previewPrice(deps, row, car, body, facts.moved)
      : outcomeOf(row, car, body.action);
  if (!row || outcome.message !== null) return outcome;
  // Each of the others would wait for as long.
  if (facts.busy !== null) return { ...outcome, isDone: false, message: facts.busy.error.message };
  try {
    const message = await perform(deps, viewer, row, { action: body.action, outcome });
    return { ...outcome, isDone: message === null, message };
  } catch (error) {
    // A car that was deleted meanwhile does not keep the others from being changed.
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    if (error instanceof BusyError) facts.busy = { error, from: car._id };
    return { ...outcome, isDone: false, message: error.message };
  }
}

/** Runs the use case of one car. Returns why it was refused, or null. */
async function perform(
  deps: BulkDeps,
  viewer: Viewer,
  row: ListingRow,
  { action, outcome }: { action: BulkBody["action"]; outcome: BulkOutcome },
): Promise<string | null> {
  if (action === "advertise") return refusalOf(await advertiseListing(deps, viewer, row.id));
  if (action === "confirm") return refusalOf(await confirmListing(deps, viewer, row.id));
  if (action === "withdraw") return refusalOf(await takeOffSale(deps, viewer, row.id));
  if (action === "relist") return refusalOf(await putOnSale(deps, viewer, row.id));
  if (action === "delete") {
    const { message } = await deleteListing(deps, viewer, row.id);
    return message ?? null;
  }
  if (outcome.after === outcome.before) return null;
  const changes = { resalePrice: outcome.after ?? undefined };
  const seen = { fromMinor: row.resalePriceMinor };
  return refusalOf(await changeListing(deps, viewer, row.id, changes, seen));
}

function refusalOf(answer: { modifiedCount: number; message?: string | undefined }): string | null {
  return answer.modifiedCount > 0 ? null : (answer.message ?? "Nothing was changed.");
}

function outcomeOf(
  row: ListingRow | undefined,
  { _id }: Pick<Car, "_id">,
  action: BulkBody["action"],
): BulkOutcome {
  // A withdrawn car may be one that is only off sale.
  const takesWithdrawn = action === "relist" || action === "delete";
  const isKnown = row !== undefined && (row.withdrawnAt === null || takesWithdrawn);
  return {
    _id,
    name: isKnown ? row.name : null,
    isDone: isKnown,
    message: isKnown ? null : noSuchListing().message,
    before: null,
    after: null,
  };
}

/** A car's price before and after, and why it would be left out. */
function previewPrice(
  { config }: Pick<Deps, "config">,
  row: ListingRow | undefined,
  car: Car,
  { change }: PriceBulk,
  moved: ReadonlySet<string> = new Set(),
): BulkOutcome {
  const outcome = outcomeOf(row, car, "price");
  if (!row || outcome.message !== null) return outcome;
  const { CURRENCY: currency } = config;
  const beforeMinor = row.resalePriceMinor;
  const afterMinor =
    change.kind === "each" ? givenPrice(car, currency) : changePrice(beforeMinor, change, currency);
  const isSeen = car.from === undefined || toMinor(car.from, currency) === beforeMinor;
  const message =
    whyNotPrice(row) ??
    (isSeen && !moved.has(row.id) ? null : priceMoved) ??
    (afterMinor === null ? "This would not be a valid price." : null);
  return {
    ...outcome,
    isDone: message === null,
    message,
    before: toMajor(beforeMinor, currency),
    after: afterMinor === null ? null : toMajor(afterMinor, currency),
  };
}

function givenPrice({ resalePrice }: Car, currency: string): number | null {
  if (resalePrice === undefined) throw refused({ cars: "Give each car its resalePrice." });
  return toMinor(resalePrice, currency);
}

function whyNotPrice(row: ListingRow): string | null {
  const status = statusOf(row);
  if (status === "removed" || status === "sold" || status === "reserved") return whyNotEdit[status];
  return row.isSellerSuspended ? whileSuspended : null;
}
