import { randomUUID } from "node:crypto";
import { categories, categoryIdOf, type Make } from "#shared/categories/category.ts";
import { AppError, type FieldErrors } from "#shared/errors/app-error.ts";
import type { AddProductBody } from "#shared/listings/listing-contract.ts";
import { minorUnitDigits, toMinor } from "#shared/money/money.ts";
import type { CreatedAnswer } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { claimImage } from "#server/images/public.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { insertListing, lockSeller } from "#server/listings/public.ts";
import { whyNotOffer } from "./why-not-offer.ts";

/**
 * Adds a listing for the viewer, public at once. Refused while they are suspended or have reached the limit for
 * unverified sellers.
 * @throws AppError invalid_input with the invalid field
 */
export async function addListing(
  { db, config, catalogue }: Pick<Deps, "db" | "config" | "catalogue">,
  viewer: Viewer,
  body: AddProductBody,
): Promise<CreatedAnswer> {
  const make = makeOf(body);
  const prices = pricesOf(body, config.CURRENCY);
  const id = randomUUID();
  const refusal = await db.transaction(async (tx) => {
    const seller = await lockSeller(tx, viewer.accountId);
    if (!seller) throw new AppError("not_allowed");
    const obstacle = await whyNotOffer(tx, config, { ...seller, id: viewer.accountId }, "add");
    if (obstacle !== null) return obstacle;
    const image = body.image ? await claimImage(tx, config, body.image) : null;
    await insertListing(tx, {
      ...factsOf(body),
      ...prices,
      id,
      sellerId: viewer.accountId,
      make,
      categoryId: categoryIdOf(make),
      image,
    });
    return null;
  });
  if (refusal !== null) return { acknowledged: false, message: refusal };
  await catalogue.refresh();
  return { acknowledged: true, insertedId: id };
}

/** The make named by `category` and `categoryId`. One is enough; if both are given, they must agree. */
function makeOf(body: AddProductBody): Make {
  const byId = categories.find((category) => category.id === body.categoryId)?.name;
  if (byId && body.category && byId !== body.category)
    throw refused({ categoryId: `Category ${body.categoryId} is ${byId}, not ${body.category}.` });
  const make = body.category ?? byId;
  if (!make) throw refused({ category: "Choose BMW, Mercedes-Benz or Audi." });
  return make;
}

function pricesOf(body: AddProductBody, currency: string) {
  const originalPriceMinor = toMinor(body.originalPrice, currency);
  const resalePriceMinor = toMinor(body.resalePrice, currency);
  const tooFine = `Please use at most ${minorUnitDigits(currency)} decimals.`;
  if (originalPriceMinor === null || resalePriceMinor === null)
    throw refused({
      ...(originalPriceMinor === null && { originalPrice: tooFine }),
      ...(resalePriceMinor === null && { resalePrice: tooFine }),
    });
  return { originalPriceMinor, resalePriceMinor };
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
    vin: body.vin?.toUpperCase() ?? null,
  };
}

function refused(fields: FieldErrors): AppError {
  return new AppError("invalid_input", { message: Object.values(fields)[0], fields });
}
