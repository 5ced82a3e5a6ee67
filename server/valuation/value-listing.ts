import type { Make } from "#shared/categories/category.ts";
import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { toMajor, toMinor } from "#shared/money/money.ts";
import { searchQuery } from "#shared/search/search-contract.ts";
import { labelOf } from "#shared/valuation/price-label.ts";
import type { RatedCar, Valuation } from "#shared/valuation/valuation-contract.ts";
import type { Catalogue } from "#server/catalogue/public.ts";
import { factsOfProduct } from "./car-facts.ts";
import { describeDifferences } from "./describe-differences.ts";
import type { LoadedVersion, PriceValuation } from "./create-valuation.ts";
import { nearestCars } from "./model/comparable-cars.ts";
import type { CarFacts } from "./model/features.ts";
import { fewestCars } from "./model/train-model.ts";
import { modelKey } from "./train-version.ts";

const fewestOfModel = 5;
const fewestOfMake = 50;
const wantedComparables = 8;
const fewestComparables = 5;

// Not Pick<Deps, …>, because Deps uses types of this feature.
type ValuationNeeds = { catalogue: Catalogue; valuation: Pick<PriceValuation, "current"> };

/** Estimates and explains the price of a car, or says why not. */
export async function valueListing(
  { catalogue, valuation }: ValuationNeeds,
  product: ListedProduct,
): Promise<Valuation> {
  const car = factsOfProduct(product);
  const version = await valuation.current();
  const basis = version && basisOf(version, car);
  const reason = whyUnrated(version, car, basis);
  if (!version || !basis || reason)
    return { isRated: false, reason: reason ?? tooFewOfMake(car.make) };
  const { currency } = product;
  const priceMinor = toMinor(product.resalePrice, currency)!;
  const { spread, band, log } = version.estimate(car);
  const explained = version.explain(car);
  const score = (Math.log(priceMinor) - log) / spread;
  const major = (minor: number) => toMajor(minor, currency);
  const comparables = findComparables({ catalogue }, product, car);
  return {
    isRated: true,
    label: labelOf(score, band.quantiles, {
      previous: version.labels.get(product._id) ?? null,
      spread,
    }),
    price: product.resalePrice,
    estimate: major(explained.estimateMinor),
    difference: major(priceMinor - explained.estimateMinor),
    low: major(explained.lowMinor),
    high: major(explained.highMinor),
    base: major(explained.baseMinor),
    adjustments: explained.adjustments
      .filter(({ amountMinor }) => amountMinor !== 0)
      .map(({ attribute, amountMinor }) => ({ attribute, amount: major(amountMinor) })),
    basis,
    comparables,
    fewComparables:
      comparables.length >= fewestComparables
        ? null
        : `Only ${comparables.length} other ${car.make} ${car.model} cars of similar age and mileage are on sale here.`,
    currency,
    version: {
      id: version.id,
      trainedAt: version.trainedAt.toISOString(),
      cars: version.figures.trainedOn,
      medianError: version.figures.medianError,
    },
  };
}

/** The cars of the same model that the estimate rests on, or else of the make. */
function basisOf({ figures }: LoadedVersion, car: CarFacts): RatedCar["basis"] | null {
  const ofModel = figures.models[modelKey(car.make, car.model)] ?? 0;
  if (ofModel >= fewestOfModel) return { level: "model", cars: ofModel };
  const ofMake = figures.makes[car.make] ?? 0;
  return ofMake >= fewestOfMake ? { level: "make", cars: ofMake } : null;
}

const tooFewOfMake = (make: Make) => `There are too few ${make} cars here to compare with.`;

function whyUnrated(
  version: LoadedVersion | null,
  car: CarFacts,
  basis: RatedCar["basis"] | null,
): string | null {
  if (!version) return `Prices are compared once the shop has enough cars (about ${fewestCars}).`;
  const missing = [
    car.model === null && "model",
    car.year === null && "year",
    car.miles === null && "mileage",
  ].filter((name) => name !== false);
  if (missing.length > 0) return `The listing does not state the car's ${missing.join(" and ")}.`;
  return basis ? null : tooFewOfMake(car.make);
}

/** Cars of the same model on sale, the most similar first. Their price does not matter. */
function findComparables(
  { catalogue }: Pick<ValuationNeeds, "catalogue">,
  product: ListedProduct,
  car: CarFacts,
): RatedCar["comparables"] {
  for (const years of [1, 3, 40]) {
    const { listings } = catalogue.search(
      searchQuery.parse({
        make: car.make,
        model: car.model!,
        yearMin: String(Math.max(0, car.year! - years)),
        yearMax: String(car.year! + years),
        limit: 48,
      }),
    );
    const others = listings
      .filter(({ _id }) => _id !== product._id)
      .map((listing) => ({ listing, facts: factsOfProduct(listing) }));
    const nearest = nearestCars(car, others, ({ facts }) => facts, wantedComparables);
    if (nearest.length >= wantedComparables || years === 40)
      return nearest.map(({ other: { listing, facts } }) => ({
        _id: listing._id,
        name: listing.name,
        price: listing.resalePrice,
        year: listing.year,
        mileage: listing.mileage,
        mileageUnit: listing.mileageUnit,
        fuel: listing.fuel,
        transmission: listing.transmission,
        differences: describeDifferences(car, facts),
      }));
  }
  return [];
}
