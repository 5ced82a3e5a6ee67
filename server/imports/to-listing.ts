import { hash } from "node:crypto";
import { categoryIdOf } from "#shared/makes/sold-makes.ts";
import { detailRules, statedDetails, type CarDetails } from "#shared/listings/car-details.ts";
import { plateOf } from "#shared/listings/car-numbers.ts";
import { convertPrice, type Rate } from "./facts/prices/convert-price.ts";
import type { Accepted, Remark, SourceFacts } from "./facts/feed-car.ts";
import type { FeedFacts } from "./listing-facts.ts";
import type { NewCar } from "./new-car-store.ts";
import { noSource } from "./facts/read-source.ts";

/** The source of a listing, and how its money is converted. */
export type Origin = {
  sourceFile: string;
  /** Where the cars are, if a row does not say: what the operator stated, and where the seller is. */
  location: string | null;
  sellerLocation: string;
  shopCurrency: string;
  /** Null if only prices in the shop's currency can be read. */
  rate: Rate | null;
  /** Registrations that several rows of the file have, which identify no car (`findSharedPlates`). */
  sharedPlates: ReadonlySet<string>;
};

/** What can find a car's history again: its stock number, and its registration as `plateOf` reads it. */
export type CarNumbers = { stockNumber: string | null; plate: string | null };

/** A listing as a file states it, before it belongs to a seller. */
export type ReadListing = Pick<NewCar, "facts" | "sourceFile" | "sourceRow"> & {
  fingerprint: string;
  /** Null without any. */
  numbers: CarNumbers | null;
};

/** Why a car has no price in the shop's currency, so that `toListing` gives null. */
export function whyNotPriced({ car }: Accepted, { rate, shopCurrency }: Origin): Remark {
  const { sourceCurrency: code } = car;
  const hasNoRate = rate === null && code !== shopCurrency;
  const reason = hasNoRate
    ? `the price is in ${code}, the shop in ${shopCurrency} (use --rate, the ${shopCurrency} for one ${code})`
    : "the converted price is too small or too large";
  return { column: "price", reason };
}

/**
 * The listing of a car, priced in the shop's currency; null if there is no rate, or the converted price is zero or too
 * large to store.
 * @param sourceRow the line of its row
 */
export function toListing(
  accepted: Accepted,
  origin: Origin,
  sourceRow: number,
): ReadListing | null {
  const { car } = accepted;
  // The rate is that of the feed's currency. A row can state the shop's.
  const rate = car.sourceCurrency === origin.shopCurrency ? "1" : origin.rate;
  if (rate === null) return null;
  const convert = (minor: number) =>
    convertPrice(minor, car.sourceCurrency, origin.shopCurrency, rate);
  const resalePriceMinor = convert(car.sourcePriceMinor);
  if (!resalePriceMinor) return null;
  // As the database returns them. One by one: objects that grow field by field take a tenth of the time of a sync.
  const facts: FeedFacts = {
    name: `${car.make} ${car.model} ${car.year}`,
    make: car.make,
    categoryId: categoryIdOf(car.make),
    model: car.model,
    year: car.year,
    mileage: car.mileage,
    mileageUnit: car.mileageUnit,
    fuel: car.fuel,
    transmission: car.transmission,
    engineSizeCc: car.engineSizeCc,
    bodyType: car.bodyType,
    bodyTypeTypical: car.bodyTypeTypical,
    fuelEconomy: car.fuelEconomy === null ? null : Math.round(car.fuelEconomy * 100) / 100,
    fuelEconomyUnit: car.fuelEconomyUnit,
    annualTaxMinor: car.sourceTaxMinor === null ? null : convert(car.sourceTaxMinor),
    colour: car.colour,
    vin: car.vin,
    condition: car.condition,
    location: car.location || origin.location || origin.sellerLocation,
    description: car.description,
    resalePriceMinor,
    sourceCurrency: car.sourceCurrency,
    sourcePriceMinor: car.sourcePriceMinor,
    sourceRate: String(Number(rate)),
  };
  const details = detailsOf(accepted.source);
  if (details) facts.details = details;
  return {
    facts,
    fingerprint: fingerprint(accepted),
    numbers: numbersOf(accepted, origin),
    sourceFile: origin.sourceFile,
    sourceRow,
  };
}

/** The details that a row states within the shop's rules; null without any. */
function detailsOf(source: SourceFacts): CarDetails | null {
  if (source === noSource) return null;
  return statedDetails({
    powerKw: source.powerKw,
    // Systems fill unknown numbers with zeros.
    doors: source.doors || null,
    seats: source.seats || null,
    drive: source.drive,
    trim: source.trim,
    previousKeepers: source.previousKeepers,
    serviceHistory: source.serviceHistory,
    firstRegistration: valid("firstRegistration", source.firstRegistration),
    options: source.options,
    advertUrl: valid("advertUrl", source.advertUrl),
  });
}

/** A text, or null if the shop would refuse it in a form. */
const valid = (name: "firstRegistration" | "advertUrl", given: string | null) =>
  given === null ? null : (detailRules[name].safeParse(given).data ?? null);

function numbersOf({ source }: Accepted, { sharedPlates }: Origin): CarNumbers | null {
  const { stockNumber, registration } = source;
  if (stockNumber === null && registration === null) return null;
  const plate = plateOf(registration);
  return { stockNumber, plate: plate !== null && sharedPlates.has(plate) ? null : plate };
}

// Empty for a feed without them, so that listings of earlier versions keep their fingerprint.
function advertOf({
  title,
  stockNumber,
  advertId,
  registration,
  advertUrl,
  postcode,
}: SourceFacts) {
  const facts = [title, stockNumber, advertId, registration, advertUrl, postcode];
  return facts.every((fact) => fact === null) ? [] : facts;
}

/**
 * Identifies an advert by every value that its row states. The file's name, the order of columns and the format of
 * numbers do not matter, nor do values that the shop adds (rate, location, usual body type) and columns that are not
 * read. Two adverts with different titles, addresses, numbers or postcodes are two cars.
 */
function fingerprint({ car, source, leftOut }: Accepted): string {
  const facts = [
    1,
    car.make,
    car.model.toLowerCase(),
    car.year,
    car.mileage,
    car.mileageUnit,
    car.sourceCurrency,
    car.sourcePriceMinor,
    car.fuel,
    car.transmission,
    car.engineSizeCc,
    car.bodyTypeTypical ? null : car.bodyType,
    car.fuelEconomy,
    car.fuelEconomyUnit,
    car.sourceTaxMinor,
    car.colour?.toLowerCase() ?? null,
    car.vin,
    car.condition,
    car.description,
    car.location,
    leftOut.length,
    ...advertOf(source),
  ];
  return hash("sha256", JSON.stringify(facts), "base64url");
}
