import type { ListedProduct, Product } from "#shared/listings/listing-contract.ts";
import type { ListingStatus } from "#shared/listings/listing.ts";
import type { Car, CarJson } from "./car.ts";
import { photosOf, presentProduct, statusOf } from "./listing-presenter.ts";

/** A listing by id, including sold ones. */
export type AnyListing = {
  listing: Product;
  status: Extract<ListingStatus, "available" | "reserved" | "sold" | "off_sale">;
  /** When it was paid for; null unless it is sold. */
  soldAt: Date | null;
};

/** Presents cars in the shop's currency, as of now. */
export function carPresenter(currency: string, now: () => Date) {
  const present = (car: Car) => presentProduct(car.facts, currency, now());

  /** A car's JSON, encoded when it is first asked for and again in a new year. */
  function encode(car: Car): CarJson {
    const year = now().getUTCFullYear();
    if (car.json?.year === year) return car.json;
    const product = present(car);
    car.json = {
      year,
      listed: JSON.stringify(withoutDescription(product)),
      whole: JSON.stringify({
        ...product,
        photos: photosOf(car.facts),
        soldAt: car.facts.soldAt?.toISOString() ?? null,
      }),
    };
    return car.json;
  }

  return {
    present,
    presentListed: (car: Car): ListedProduct => withoutDescription(present(car)),
    presentAny: (car: Car): AnyListing => ({
      listing: present(car),
      // Withdrawn and removed cars are not in the catalogue.
      status: statusOf(car.facts) as AnyListing["status"],
      soldAt: car.facts.soldAt,
    }),
    encode,
  };
}

function withoutDescription({ description: _description, ...listed }: Product): ListedProduct {
  return listed;
}
