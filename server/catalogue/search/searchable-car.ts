import type { Make } from "#shared/makes/all-makes.ts";
import type { CarDetails } from "#shared/listings/car-details.ts";
import { basicColour, type Colour } from "#shared/listings/colour.ts";
import type { Fuel, Transmission } from "#shared/listings/listing.ts";
import { millimetersPerKilometer, millimetersPerMile } from "#shared/listings/mileage.ts";
import type { BodyType } from "#shared/makes/body-type.ts";
import { priceLabels, type PriceLabel } from "#shared/listings/price-label.ts";
import { shownLabel } from "#shared/valuation/shown-label.ts";
import { rememberResults } from "#server/platform/remember-results.ts";
import type { Car } from "../car.ts";
import type { KindFacts } from "../listing-row-store.ts";
import type { PriceRating } from "../price-rating.ts";
import { usualModel } from "../usual-model.ts";

/** What a car can be found by. `null` is unknown, and matches no filter. */
export type SearchableCar = {
  make: Make;
  model: string | null;
  body: BodyType | null;
  fuel: Fuel | null;
  transmission: Transmission | null;
  colour: Colour | null;
  isVerified: boolean;
  priceLabel: PriceLabel | null;
  /** Its place by value for money, lower first. */
  valueRank: number | null;
  year: number | null;
  priceMinor: number;
  /** In millimeters, so that miles and kilometers compare exactly. */
  mileage: number | null;
  /** In cm³. */
  engine: number | null;
  seats: number | null;
  listedAt: number;
  title: string;
  paint: string;
  location: string;
  description: string;
};

export function searchableCar(car: Car): SearchableCar {
  const { kind, seller, mileage, colour, rating } = car;
  const kindFields = searchableKind(kind);
  const details = searchedDetails(car);
  const label = rating && shownLabel(rating.label, car.priceMinor, rating.estimateMinor);
  // Without a spread, which makes this function a hundred times as slow.
  return {
    make: kindFields.make,
    model: kindFields.model,
    body: kindFields.body,
    fuel: kindFields.fuel,
    transmission: kindFields.transmission,
    year: kindFields.year,
    engine: kindFields.engine,
    seats: details?.seats ?? null,
    title: kindFields.title,
    colour: colour ? colourOf(colour) : null,
    isVerified: seller.isSellerVerified,
    priceLabel: label,
    valueRank: rating && valueRank(label, rating),
    priceMinor: car.priceMinor,
    mileage:
      mileage === null
        ? null
        : mileage * (kind.mileageUnit === "km" ? millimetersPerKilometer : millimetersPerMile),
    listedAt: car.listedAt,
    paint: colour ?? "",
    location: car.location || seller.sellerLocation,
    description: describedText(car.description, details?.trim),
  };
}

/** The details, if they have any that searches read. */
function searchedDetails({ details }: Car): Partial<CarDetails> | null {
  if (details === null || !/"(?:trim|seats)"/.test(details)) return null;
  return JSON.parse(details) as Partial<CarDetails>;
}

/** The description, with the trim, which is one of the details. */
function describedText(description: string, trim: string | undefined): string {
  return trim ? `${description} ${trim}` : description;
}

const ranksOfLabel = 1_000_000;

/** Orders cars by their label, then by how far their price is above the estimate. Unusually low prices are last. */
function valueRank(label: PriceLabel | null, { score }: PriceRating): number {
  if (label === null) return priceLabels.length * ranksOfLabel;
  const within = Math.min(Math.max(Math.round(score) + ranksOfLabel / 2, 0), ranksOfLabel - 1);
  return priceLabels.indexOf(label) * ranksOfLabel + within;
}

const knownKinds = new WeakMap<KindFacts, ReturnType<typeof newKind>>();

/** What cars of a kind can be found by. Cars share their kinds, so it is worked out once for each. */
function searchableKind(kind: KindFacts) {
  let kindFields = knownKinds.get(kind);
  if (kindFields === undefined) {
    kindFields = newKind(kind);
    knownKinds.set(kind, kindFields);
  }
  return kindFields;
}

function newKind(kind: KindFacts) {
  return {
    make: kind.make,
    model: usualModel(kind.make, kind.model),
    body: kind.bodyType,
    fuel: kind.fuel,
    transmission: kind.transmission,
    year: kind.year,
    engine: kind.engineSizeCc,
    title: `${kind.name} ${kind.make} ${kind.model ?? ""}`,
  };
}

const colourOf = rememberResults(basicColour, 5_000);
