import { describeRating, shownLabel } from "#shared/valuation/shown-label.ts";
import { presentDetails, type PublicDetails } from "#shared/listings/car-details.ts";
import type { Photo } from "#shared/listings/listing.ts";
import type { ListedProduct, Product } from "#shared/listings/listing-contract.ts";
import type { Car, CarJson, CarStatus, ShownListing } from "./car.ts";
import type { ListingFacts } from "./listing-row-store.ts";
import { detailsOf, photosOf, presentProduct, statusOf } from "./listing-presenter.ts";

/** A listing by id, including sold ones. */
export type AnyListing = {
  listing: Product;
  details: PublicDetails;
  photos: Photo[];
  status: CarStatus;
  /** When it was paid for; null unless it is sold. */
  soldAt: Date | null;
};

/** Presents cars in the shop's currency, as of now. */
export function carPresenter(currency: string, now: () => Date) {
  const present = (car: Car) => presentFacts(car, car.facts).listing;
  const keep = keepShown();

  function presentAny(car: Car): AnyListing {
    const { facts } = car;
    return {
      ...presentFacts(car, facts),
      details: presentDetails(detailsOf(facts)),
      photos: photosOf(facts),
    };
  }

  function presentFacts(car: Car, facts: ListingFacts): Omit<AnyListing, "details" | "photos"> {
    return {
      listing: {
        ...presentProduct(facts, currency, now()),
        priceRating: presentRating(car, currency),
      },
      status: statusOf(facts) as CarStatus,
      soldAt: facts.soldAt,
    };
  }

  /** A car's JSON, encoded when it is first asked for and again in a new year. */
  function encode(car: Car, year = now().getUTCFullYear()): CarJson {
    if (car.json?.year === year) return car.json;
    const { listing, details, photos, status, soldAt } = presentAny(car);
    const [listed, whole] = encodeTexts(
      JSON.stringify(withoutDescription(listing)),
      JSON.stringify({
        ...listing,
        ...details,
        photos,
        soldAt: soldAt?.toISOString() ?? null,
      }),
    );
    car.json = { year, status, soldAt, listed, whole };
    return car.json;
  }

  return {
    present,
    /** The same object until the car changes, so that pages can keep what they make of it. */
    presentListed(car: Car): ListedProduct {
      const year = now().getUTCFullYear();
      if (car.shown?.year === year) return car.shown.listed;
      return keep(car, { year, listed: withoutDescription(present(car)) });
    },
    presentAny,
    encode,
  };
}

/** Cars whose listings are kept as objects. They take about a kilobyte each. */
const mostShown = 5_000;

function keepShown() {
  let cars: Car[] = [];
  return (car: Car, shown: ShownListing): ListedProduct => {
    if (cars.length === mostShown) {
      for (const before of cars) before.shown = null;
      cars = [];
    }
    cars.push(car);
    car.shown = shown;
    return shown.listed;
  };
}

/** Two texts in memory of their own: a part of Node's pool of 8 KB would keep the whole pool as long as the car. */
function encodeTexts(first: string, second: string): [Buffer, Buffer] {
  const end = Buffer.byteLength(first);
  const bytes = Buffer.allocUnsafeSlow(end + Buffer.byteLength(second));
  bytes.write(first);
  bytes.write(second, end);
  return [bytes.subarray(0, end), bytes.subarray(end)];
}

function presentRating(car: Car, currency: string): Product["priceRating"] {
  const { rating, priceMinor } = car;
  if (!rating || car.isOffSale) return null;
  const { estimateMinor } = rating;
  const label = shownLabel(rating.label, priceMinor, estimateMinor);
  return describeRating(label, priceMinor, estimateMinor, currency);
}

function withoutDescription({ description: _description, ...listed }: Product): ListedProduct {
  return listed;
}
