import type { Make } from "#shared/makes/all-makes.ts";
import { AppError } from "#shared/errors/app-error.ts";
import {
  detailNames,
  statedDetails,
  whyNotRegistered,
  type CarDetails,
} from "#shared/listings/car-details.ts";
import type { ChangeProductBody } from "#shared/listings/listing-contract.ts";
import type { ModifiedAnswer } from "#shared/outcomes/outcome-contract.ts";
import { isListingHeld, isListingSold } from "#server/bookings/public.ts";
import type { Deps } from "#server/deps.ts";
import { releaseDropped } from "#server/image-release/public.ts";
import {
  listingId,
  lockListingForChange,
  withLockedSeller,
  noSuchListing,
  updateListing,
} from "#server/listings/public.ts";
import { endChecksOfOtherCars } from "#server/seller-checks/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { checkVin, refuseLiveVin } from "./check-vin.ts";
import { claimPhotos } from "./claim-photos.ts";
import { makeOf, pricesOf, refused } from "./listing-values.ts";
import { recordNumbers } from "./record-numbers.ts";
import { refuseNumbersOfFeed } from "./refuse-numbers-of-feed.ts";
import { whileSuspended } from "#server/seller-limits/public.ts";

type LockedListing = NonNullable<Awaited<ReturnType<typeof lockListingForChange>>>;

/** Why a listing cannot be changed, by its status. */
export const whyNotEdit = {
  removed: "An admin removed this car, so it can no longer be edited.",
  sold: "This car is sold, so it can no longer be edited.",
  reserved: "A buyer has reserved this car. You can edit it when the reservation ends.",
};
export const priceMoved = "The price has changed since you looked, so it was left as it is.";

/**
 * Changes the viewer's own listing. Refused while they are suspended, while a buyer has reserved the car, and when it is
 * sold or was removed by an admin. A new price is recorded in the same transaction, by a trigger. A listing that becomes
 * another car is no longer one that an admin has seen.
 * @param fromMinor the resale price that the seller saw; with another one, the change is refused
 * @throws AppError not_found if the listing is not theirs, invalid_input with the invalid field
 */
export async function changeListing(
  { db, config, catalogue, secrets }: Pick<Deps, "db" | "config" | "catalogue" | "secrets">,
  viewer: Viewer,
  given: string,
  body: ChangeProductBody,
  { fromMinor }: { fromMinor?: number | undefined } = {},
): Promise<ModifiedAnswer> {
  const id = listingId(given);
  const prices = pricesOf(body, config.CURRENCY);
  const make = makeOf(body);
  const refusal = await withLockedSeller(db, viewer.accountId, async (tx, seller) => {
    if (!seller) throw new AppError("not_allowed");
    // A booking locks the listing too, so it comes before this change or sees the new price.
    const listing = await lockListingForChange(tx, id);
    if (listing?.sellerId !== viewer.accountId) throw noSuchListing();
    const obstacle = seller.isSuspended ? whileSuspended : await whyNotChange(tx, id, listing);
    if (obstacle !== null) return obstacle;
    if (fromMinor !== undefined && fromMinor !== listing.resalePriceMinor) return priceMoved;
    await refuseNumbersOfFeed(tx, id, listing, body);
    await checkNewVin(tx, id, { listing, make: make?.make ?? listing.make }, body);
    const photos = body.photos && (await claimPhotos(tx, config, body.photos));
    const facts = { ...factsOf(body, listing), details: changedDetailsOf(body, listing) };
    const after = { ...listing, ...statedOf({ ...facts, ...make }), id };
    await endChecksOfOtherCars(tx, [after], new Date());
    await updateListing(tx, id, { ...facts, ...prices, ...make, photos });
    await recordNumbers(tx, secrets, after);
    if (photos) await releaseDropped(tx, config, listing.photos, photos);
    return null;
  });
  if (refusal !== null) return { modifiedCount: 0, message: refusal };
  await catalogue.refresh();
  return { modifiedCount: 1 };
}

async function whyNotChange(
  tx: Executor,
  id: string,
  { removedAt }: Pick<LockedListing, "removedAt">,
): Promise<string | null> {
  if (removedAt) return whyNotEdit.removed;
  if (await isListingSold(tx, id)) return whyNotEdit.sold;
  if (await isListingHeld(tx, id)) return whyNotEdit.reserved;
  return null;
}

/** A VIN that stays is not examined again, unless the brand changes. A lapsed car is for sale again, so it is. */
async function checkNewVin(
  tx: Executor,
  listingId: string,
  { listing, make }: { listing: LockedListing; make: Make },
  body: ChangeProductBody,
): Promise<void> {
  const vin = body.vin === undefined ? listing.vin : body.vin;
  if (vin === null) return;
  if (vin !== listing.vin || make !== listing.make) {
    const year = body.year === undefined ? listing.year : body.year;
    const isConfirmed = body.vinConfirmed === true;
    return checkVin(tx, { vin, make, year, isConfirmed, listingId });
  }
  if (listing.lapsedAt) await refuseLiveVin(tx, { vin, listingId });
}

// Copied field by field, so that a body cannot set anything else. An undefined fact stays as it is.
function factsOf(body: ChangeProductBody, before: Pick<LockedListing, "mileage" | "mileageUnit">) {
  const { engineSize } = body;
  return {
    name: body.name,
    location: body.location,
    phone: body.phone,
    condition: body.condition,
    description: body.description,
    purchaseYear: body.purchase,
    usedYears: body.used,
    model: emptyToNull(body.model),
    year: body.year,
    ...mileageOf(body, before),
    fuel: body.fuel,
    transmission: body.transmission,
    engineSizeCc: engineSize && Math.round(engineSize * 1_000),
    bodyType: body.bodyType,
    bodyTypeTypical: body.bodyType === undefined ? undefined : false,
    colour: emptyToNull(body.colour),
    vin: body.vin,
    stockNumber: emptyToNull(body.stockNumber),
    registration: emptyToNull(body.registration),
  };
}

const statedOf = (changes: object) =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));

/** The details after a change; undefined if it changes none. @throws AppError invalid_input */
function changedDetailsOf(
  body: ChangeProductBody,
  { year, details }: Pick<LockedListing, "year" | "details">,
): CarDetails | null | undefined {
  const given = detailNames.filter((name) => body[name] !== undefined);
  if (given.length === 0 && body.year === undefined) return undefined;
  const changes = Object.fromEntries(given.map((name) => [name, body[name]]));
  const after = statedDetails({ ...details, ...changes });
  const reason = whyNotRegistered(
    body.year === undefined ? year : body.year,
    after?.firstRegistration,
  );
  if (reason !== null) throw refused({ firstRegistration: reason });
  return given.length === 0 ? undefined : after;
}

// The unit belongs to a number: without one, it is null.
function mileageOf(
  { mileage, mileageUnit }: Pick<ChangeProductBody, "mileage" | "mileageUnit">,
  before: Pick<LockedListing, "mileage" | "mileageUnit">,
) {
  const after = mileage === undefined ? before.mileage : mileage;
  if (after === null) return { mileage, mileageUnit: null };
  return { mileage, mileageUnit: mileageUnit ?? before.mileageUnit ?? "mi" };
}

// Blanks are trimmed after the body is checked for empty values.
function emptyToNull(value: string | null | undefined) {
  return value === "" ? null : value;
}
