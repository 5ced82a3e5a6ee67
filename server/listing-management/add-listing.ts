import { randomUUID } from "node:crypto";
import { AppError } from "#shared/errors/app-error.ts";
import { detailNames, statedDetails, whyNotRegistered } from "#shared/listings/car-details.ts";
import {
  chooseMake,
  type AddProductBody,
  type PhotoBody,
} from "#shared/listings/listing-contract.ts";
import { maximumPhotos } from "#shared/listings/listing.ts";
import type { CreatedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { claimImage } from "#server/images/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { insertListing, withLockedSeller } from "#server/listings/public.ts";
import { checkVin } from "./check-vin.ts";
import { claimPhotos } from "./claim-photos.ts";
import { makeOf, pricesOf, refused } from "./listing-values.ts";
import { recordNumbers } from "./record-numbers.ts";
import { whyNotOffer } from "#server/seller-limits/public.ts";

/**
 * Adds a listing for the viewer, public at once. Refused while they are suspended or have reached the limit for
 * unverified sellers.
 * @throws AppError invalid_input with the invalid field
 */
export async function addListing(
  { db, config, catalogue, secrets }: Pick<Deps, "db" | "config" | "catalogue" | "secrets">,
  viewer: Viewer,
  body: AddProductBody,
): Promise<CreatedAnswer> {
  const make = makeOf(body);
  if (!make) throw refused({ category: chooseMake });
  const prices = pricesOf(body, config.CURRENCY);
  const facts = factsOf(body);
  const unfit = whyNotRegistered(body.year, body.firstRegistration);
  if (unfit !== null) throw refused({ firstRegistration: unfit });
  const id = randomUUID();
  const refusal = await withLockedSeller(db, viewer.accountId, async (tx, seller) => {
    if (!seller) throw new AppError("not_allowed");
    const obstacle = await whyNotOffer(tx, config, { ...seller, id: viewer.accountId }, "add");
    if (obstacle !== null) return obstacle;
    if (facts.vin !== null) {
      const isConfirmed = body.vinConfirmed === true;
      await checkVin(tx, { vin: facts.vin, make: make.make, year: facts.year, isConfirmed });
    }
    // Before the others, because its error names the field `image`.
    if (body.image) await claimImage(tx, config, body.image);
    const photos = await claimPhotos(tx, config, photosOf(body));
    await insertListing(tx, {
      ...facts,
      ...prices,
      ...make,
      id,
      sellerId: viewer.accountId,
      photos,
    });
    await recordNumbers(tx, secrets, { ...facts, ...make, id, sellerId: viewer.accountId });
    return null;
  });
  if (refusal !== null) return { acknowledged: false, message: refusal };
  await catalogue.refresh();
  return { acknowledged: true, insertedId: id };
}

/** The photos, with `image` as the cover. Without `photos`, it is the only one. */
function photosOf({ image, photos = [] }: AddProductBody): PhotoBody[] {
  if (!image) return photos;
  const cover = photos.find((photo) => photo.image === image) ?? { image, alt: "" };
  const all = [cover, ...photos.filter((photo) => photo !== cover)];
  if (all.length > maximumPhotos)
    throw refused({ photos: `A car can have at most ${maximumPhotos} photos.` });
  return all;
}

// Copied field by field, so that a body cannot set anything else.
function factsOf(body: AddProductBody) {
  return {
    name: body.name,
    location: body.location,
    phone: body.phone,
    condition: body.condition,
    description: body.description,
    purchaseYear: body.purchase ?? null,
    usedYears: body.used ?? null,
    model: body.model || null,
    year: body.year ?? null,
    mileage: body.mileage ?? null,
    mileageUnit: body.mileage === undefined ? null : (body.mileageUnit ?? "mi"),
    fuel: body.fuel ?? null,
    transmission: body.transmission ?? null,
    engineSizeCc: body.engineSize === undefined ? null : Math.round(body.engineSize * 1_000),
    bodyType: body.bodyType ?? null,
    colour: body.colour || null,
    vin: body.vin ?? null,
    stockNumber: body.stockNumber || null,
    registration: body.registration || null,
    details: statedDetails(Object.fromEntries(detailNames.map((name) => [name, body[name]]))),
  };
}
