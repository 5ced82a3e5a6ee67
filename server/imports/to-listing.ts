import { hash } from "node:crypto";
import { categoryIdOf } from "#shared/categories/category.ts";
import { detailRules, statedDetails, type CarDetails } from "#shared/listings/car-details.ts";
import { plateOf } from "#shared/listings/car-numbers.ts";
import { carKeysOf } from "#server/car-history/public.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { convertPrice, type Rate } from "./convert-price.ts";
import type { Accepted, Remark, SourceFacts } from "./feed-car.ts";
import type { ImportRow, Seller } from "./import-store.ts";
import { noSource } from "./read-source.ts";

/** The source of a listing, and how its money is converted. */
export type Origin = {
  sourceFile: string;
  seller: Seller;
  location: string | null;
  shopCurrency: string;
  /** Null if only prices in the shop's currency can be read. */
  rate: Rate | null;
  /** Hashes what finds a car's history again. */
  digest: Secrets["digest"];
  /** Registrations that several rows of the file have, which identify no car (`findSharedPlates`). */
  sharedPlates: ReadonlySet<string>;
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
export function toListing(accepted: Accepted, origin: Origin, sourceRow: number): ImportRow | null {
  const { car } = accepted;
  // The rate is that of the feed's currency. A row can state the shop's.
  const rate = car.sourceCurrency === origin.shopCurrency ? "1" : origin.rate;
  if (rate === null) return null;
  const convert = (minor: number) =>
    convertPrice(minor, car.sourceCurrency, origin.shopCurrency, rate);
  const resalePriceMinor = convert(car.sourcePriceMinor);
  if (!resalePriceMinor) return null;
  return {
    // One by one, because to copy all facts but one takes much longer.
    make: car.make,
    model: car.model,
    year: car.year,
    mileage: car.mileage,
    mileageUnit: car.mileageUnit,
    fuel: car.fuel,
    transmission: car.transmission,
    engineSizeCc: car.engineSizeCc,
    bodyType: car.bodyType,
    bodyTypeTypical: car.bodyTypeTypical,
    fuelEconomy: car.fuelEconomy,
    fuelEconomyUnit: car.fuelEconomyUnit,
    colour: car.colour,
    vin: car.vin,
    condition: car.condition,
    description: car.description,
    details: detailsOf(accepted.source),
    sourceCurrency: car.sourceCurrency,
    sourcePriceMinor: car.sourcePriceMinor,
    sellerId: origin.seller.id,
    phone: origin.seller.phone,
    location: car.location || origin.location || origin.seller.location,
    name: `${car.make} ${car.model} ${car.year}`,
    categoryId: categoryIdOf(car.make),
    resalePriceMinor,
    annualTaxMinor: car.sourceTaxMinor === null ? null : convert(car.sourceTaxMinor),
    sourceFile: origin.sourceFile,
    sourceRow,
    sourceRate: rate,
    importFingerprint: fingerprint(accepted),
    carKeys: keysOf(accepted, origin),
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

function keysOf({ car, source }: Accepted, { seller, digest, sharedPlates }: Origin): string[] {
  if (source.stockNumber === null && source.registration === null) return [];
  const plate = plateOf(source.registration);
  const stated = {
    sellerId: seller.id,
    make: car.make,
    model: car.model,
    year: car.year,
    stockNumber: source.stockNumber,
    plate: plate !== null && sharedPlates.has(plate) ? null : plate,
  };
  return carKeysOf(stated, digest).map((key) => key.toString("hex"));
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
