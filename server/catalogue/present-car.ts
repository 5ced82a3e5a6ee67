import type { ListedProduct, Product } from "#shared/listings/listing-contract.ts";
import type { Car, CarJson, CarStatus } from "./car.ts";
import type { ListingFacts } from "./listing-row-store.ts";
import { photosOf, presentProduct, statusOf } from "./listing-presenter.ts";

/** A listing by id, including sold ones. */
export type AnyListing = {
  listing: Product;
  status: CarStatus;
  /** When it was paid for; null unless it is sold. */
  soldAt: Date | null;
};

/** Presents cars in the shop's currency, as of now. */
export function carPresenter(currency: string, now: () => Date) {
  const present = (car: Car) => presentProduct(car.facts, currency, now());

  function presentFacts(facts: ListingFacts): AnyListing {
    return {
      listing: presentProduct(facts, currency, now()),
      status: statusOf(facts) as CarStatus,
      soldAt: facts.soldAt,
    };
  }

  /** A car's JSON, encoded when it is first asked for and again in a new year. */
  function encode(car: Car, year = now().getUTCFullYear()): CarJson {
    if (car.json?.year === year) return car.json;
    const { facts } = car;
    const { listing, status, soldAt } = presentFacts(facts);
    car.json = {
      year,
      status,
      soldAt,
      listed: Buffer.from(JSON.stringify(withoutDescription(listing))),
      whole: Buffer.from(
        JSON.stringify({
          ...listing,
          photos: photosOf(facts),
          soldAt: soldAt?.toISOString() ?? null,
        }),
      ),
    };
    return car.json;
  }

  return {
    present,
    presentListed: (car: Car): ListedProduct => withoutDescription(present(car)),
    presentAny: (car: Car): AnyListing => presentFacts(car.facts),
    encode,
  };
}

function withoutDescription({ description: _description, ...listed }: Product): ListedProduct {
  return listed;
}
