import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { toMajor, toMinor } from "#shared/money/money.ts";
import { describeRating } from "#shared/valuation/shown-label.ts";
import { searchQuery } from "#shared/search/search-contract.ts";
import type { RatedCar, Valuation } from "#shared/valuation/valuation-contract.ts";
import type { Catalogue } from "#server/catalogue/public.ts";
import { factsOfProduct } from "./car-facts.ts";
import { describeDifferences } from "./describe-differences.ts";
import type { PriceValuation } from "./create-valuation.ts";
import { nearestCars } from "./model/comparable-cars.ts";
import type { CarFacts } from "./model/features.ts";
import { labelLimitsOf } from "./model/price-estimator.ts";
import { basisOf, estimatorFor, whyUnrated } from "./basis-of.ts";
import { labelShown } from "./rate-price.ts";

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
  const reason = whyUnrated(version, car);
  if (!version || reason !== null) return { isRated: false, reason: reason! };
  const { currency } = product;
  const priceMinor = toMinor(product.resalePrice, currency)!;
  const basis = basisOf(version, car)!;
  // A rough one, from other makes, has no label.
  const estimate = basis.level === "market" ? null : version.estimate(car);
  const explained = estimatorFor(version, car, basis).explain(car);
  const major = (minor: number) => toMajor(minor, currency);
  const comparables = findComparables({ catalogue }, product, car);
  return {
    isRated: true,
    ...(estimate === null
      ? describeRough(car.make, priceMinor, explained.estimateMinor, currency)
      : describe(
          labelShown(version, product._id, priceMinor, estimate),
          priceMinor,
          explained.estimateMinor,
          currency,
        )),
    price: product.resalePrice,
    estimate: major(explained.estimateMinor),
    low: major(explained.lowMinor),
    high: major(explained.highMinor),
    limits: estimate && labelLimitsOf(estimate).map(major),
    base: major(explained.baseMinor),
    adjustments: explained.adjustments
      .filter(({ amountMinor }) => amountMinor !== 0)
      .map(({ attribute, amountMinor }) => ({ attribute, amount: major(amountMinor) })),
    basis,
    comparables,
    fewComparables:
      comparables.length >= fewestComparables
        ? null
        : fewWords(comparables.length, `${car.make} ${car.model}`),
    currency,
    version: {
      id: version.id,
      trainedAt: version.trainedAt.toISOString(),
      cars: version.stats.trainedOn,
      medianError: (basis.level === "market" ? version.market!.get(car.make)! : version.stats)
        .medianError,
    },
  };
}

type Described = Pick<RatedCar, "label" | "title" | "difference" | "text" | "noLabel">;

function describe(...rating: Parameters<typeof describeRating>): Described {
  const noLabel =
    rating[0] === null
      ? "A price below half of the estimate can be a mistake or a fraud. See the car and its papers before you pay."
      : null;
  return { ...describeRating(...rating), noLabel };
}

/** An estimate from other makes. Two of three extreme labels that it would give are others once the make is known. */
function describeRough(
  make: string,
  priceMinor: number,
  estimateMinor: number,
  currency: string,
): Described {
  const { difference, text } = describeRating(null, priceMinor, estimateMinor, currency);
  return {
    label: null,
    title: "Rough estimate",
    difference,
    text: `${text} of other makes`,
    noLabel: `There are too few ${make} cars here to say whether this is a good price.`,
  };
}

function fewWords(count: number, model: string): string {
  if (count > 1)
    return `Only ${count} other ${model} cars of similar age and mileage are on sale here.`;
  return `${count === 0 ? "No" : "Only one"} other ${model} of similar age and mileage is on sale here.`;
}

type Reach = { years: number; miles: number | null; isSameKind?: boolean };

/** How far cars are looked for, nearest first. A car further away than the last is not comparable, nor is one by miles. */
const reaches: Reach[] = [
  { years: 1, miles: 10_000 },
  { years: 3, miles: 30_000 },
  { years: 6, miles: 60_000 },
  // With those whose mileage is not stated.
  { years: 6, miles: null },
];
/** If there are too many cars to look at in a reach: those with the same fuel and gearbox, and nearer and nearer ones. */
const narrowReaches: Reach[] = [
  { years: 1, miles: 10_000, isSameKind: true },
  { years: 0, miles: 2_500, isSameKind: true },
  { years: 0, miles: 500, isSameKind: true },
];
/** The newest of the cars in a reach. Each takes about ten microseconds. */
const lookedAt = 48;

/** Cars of the same model on sale, the most similar first. Their price does not matter. */
function findComparables(
  { catalogue }: Pick<ValuationNeeds, "catalogue">,
  product: ListedProduct,
  car: CarFacts,
): RatedCar["comparables"] {
  const comparables = new Map<string, { listing: ListedProduct; facts: CarFacts }>();
  /** Whether all cars in the reach were looked at. */
  function lookAt(reach: Reach): boolean {
    const { listings, total } = listSimilar(catalogue, car, reach);
    for (const listing of listings)
      if (listing._id !== product._id && !comparables.has(listing._id))
        comparables.set(listing._id, { listing, facts: factsOfProduct(listing) });
    return total <= lookedAt;
  }
  const nearestOf = () =>
    nearestCars(car, [...comparables.values()], ({ facts }) => facts, wantedComparables);
  let nearest: ReturnType<typeof nearestOf> = [];
  for (const reach of reaches) {
    if (!lookAt(reach)) narrowReaches.some(lookAt);
    nearest = nearestOf();
    if (nearest.length >= wantedComparables) break;
  }
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

function listSimilar(
  catalogue: Catalogue,
  { make, model, year, miles, fuel, transmission }: CarFacts,
  reach: Reach,
): ReturnType<Catalogue["search"]> {
  const limits = (name: string, value: number, distance: number) => ({
    [`${name}Min`]: String(Math.max(0, Math.floor(value - distance))),
    [`${name}Max`]: String(Math.ceil(value + distance)),
  });
  const query = {
    make,
    model: model!,
    limit: lookedAt,
    ...limits("year", year!, reach.years),
    ...(reach.miles !== null && miles !== null && limits("mileage", miles, reach.miles)),
    ...(reach.isSameKind && fuel !== null && { fuel }),
    ...(reach.isSameKind && transmission !== null && { transmission }),
  };
  return catalogue.search(searchQuery.parse(query));
}
