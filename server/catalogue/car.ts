import { priceLabels } from "#shared/listings/price-label.ts";
import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { listingStatus, type ListingStatus } from "#shared/listings/listing.ts";
import type { AnyRow } from "./all-listings-store.ts";
import type { CarKey } from "./car-order.ts";
import {
  kindNames,
  sellerNames,
  type KindFacts,
  type ListingFacts,
  type ListingRow,
  type RareFacts,
  type SellerFacts,
} from "./listing-row-store.ts";
import type { PriceRater, PriceRating } from "./price-rating.ts";

/** The status of a listing in the catalog, which has no withdrawn and removed ones. */
export type CarStatus = Exclude<ListingStatus, "withdrawn" | "removed">;

/** The JSON of a listing, valid in one year because years of use are counted by calendar year. */
export type CarJson = {
  year: number;
  status: CarStatus;
  soldAt: Date | null;
  listed: Buffer;
  whole: Buffer;
};

/** A listing as lists show it, valid in one year. No one changes it. */
export type ShownListing = { year: number; listed: ListedProduct };

type OwnFacts = Pick<
  ListingFacts,
  "id" | "mileage" | "colour" | "location" | "description" | "resalePriceMinor" | "details"
> & { listedAt: number; updatedAt: number };

/**
 * A listing in the catalog. What cars have in common are objects that they share, so that a million cars fit into
 * memory.
 */
export class Car implements CarKey {
  readonly id: string;
  readonly listedAt: number;
  readonly priceMinor: number;
  readonly kind: KindFacts;
  readonly seller: SellerFacts;
  readonly rare: RareFacts;
  readonly mileage: number | null;
  readonly colour: string | null;
  readonly location: string;
  readonly description: string;
  readonly details: string | null;
  readonly updatedAt: number;
  /** Its JSON, once an answer has included it. Any change makes a new car. */
  json: CarJson | null = null;
  /** The same as an object, while pages show it. */
  shown: ShownListing | null = null;
  /** Its rating in three numbers, which take less memory than an object. */
  private label = -1;
  private estimateMinor = 0;
  private score = 0;

  constructor(own: OwnFacts, kind: KindFacts, seller: SellerFacts, rare: RareFacts) {
    this.id = own.id;
    this.listedAt = own.listedAt;
    this.priceMinor = own.resalePriceMinor;
    this.kind = kind;
    this.seller = seller;
    this.rare = rare;
    this.mileage = own.mileage;
    this.colour = own.colour;
    this.location = own.location;
    this.description = own.description;
    this.details = own.details;
    this.updatedAt = own.updatedAt;
  }

  /** All public fields in one object, which every read builds. */
  get facts(): ListingFacts {
    return {
      id: this.id,
      mileage: this.mileage,
      colour: this.colour,
      location: this.location,
      description: this.description,
      details: this.details,
      resalePriceMinor: this.priceMinor,
      createdAt: new Date(this.listedAt),
      updatedAt: new Date(this.updatedAt),
      ...this.kind,
      ...this.seller,
      ...this.rare,
    };
  }

  /** How its price compares; null before it is rated, and if it cannot be. */
  get rating(): PriceRating | null {
    const label = priceLabels[this.label];
    return label === undefined
      ? null
      : { label, estimateMinor: this.estimateMinor, score: this.score };
  }

  /** Rates its price, and returns whether that changes the rating. */
  rateBy(rater: PriceRater): boolean {
    const { id, mileage, priceMinor } = this;
    const before = [this.label, this.estimateMinor, this.score];
    const rating = rater(Object.assign({ id, mileage, priceMinor }, this.kind));
    this.label = rating ? priceLabels.indexOf(rating.label) : -1;
    this.estimateMinor = rating?.estimateMinor ?? 0;
    this.score = rating?.score ?? 0;
    const after = [this.label, this.estimateMinor, this.score];
    const isChanged = after.some((value, at) => value !== before[at]);
    if (isChanged) {
      this.json = null;
      this.shown = null;
    }
    return isChanged;
  }

  get status(): CarStatus {
    const { withdrawnAt, removedAt, saleReversedAt, lapsedAt, liveState } = this.rare;
    const { isSellerSuspended } = this.seller;
    const listing = { withdrawnAt, removedAt, saleReversedAt, lapsedAt, isSellerSuspended };
    return listingStatus(listing, liveState) as CarStatus;
  }

  /** In no list, because it is sold or lapsed, its sale was undone, or its seller is suspended. */
  get isOffSale(): boolean {
    return this.status === "sold" || this.status === "off_sale";
  }

  /** Whether visitors would see no difference. */
  looksLike(other: Car): boolean {
    const others = other.facts as Record<string, unknown>;
    return Object.entries(this.facts).every(([fact, value]) =>
      value instanceof Date
        ? value.getTime() === (others[fact] as Date | null)?.getTime()
        : others[fact] === value,
    );
  }
}

/**
 * Makes cars from rows, with shared objects for what they have in common. A listing that no list shows is null:
 * withdrawn, removed, or without a seller.
 */
export function carReader() {
  const kinds = sharedValues<KindFacts>(200_000);
  const sellers = sharedValues<SellerFacts>(100_000);
  const rares = sharedValues<RareFacts>(10_000);
  const texts = sharedValues<string>(50_000);
  const shared = (text: string) => texts(text, () => text);

  return {
    /** The car of a row that was read on its own. */
    fromRow(row: ListingRow): Car | null {
      if (row.withdrawnAt || row.removedAt || row.isSellerDeleted) return null;
      const { colour, location } = row;
      return new Car(
        {
          ...row,
          colour: colour && shared(colour),
          location: shared(location),
          listedAt: row.createdAt.getTime(),
          updatedAt: row.updatedAt.getTime(),
        },
        kinds(valuesOf(row, kindNames), () => pick(row, kindNames)),
        sellers(valuesOf(row, sellerNames), () => pick(row, sellerNames)),
        rares(valuesOf(row, rareNames), () => pick(row, rareNames)),
      );
    },
    /** The car of a row of all listings, with its seller. */
    fromListing(row: AnyRow, seller: SellerFacts): Car | null {
      if (seller.isSellerDeleted) return null;
      const { kind, rare } = row;
      return new Car(
        {
          id: row.id,
          mileage: row.mileage,
          colour: row.colour && shared(row.colour),
          location: shared(row.location),
          description: row.description,
          details: row.details,
          resalePriceMinor: row.resalePriceMinor,
          listedAt: row.listedAt,
          updatedAt: row.updatedAt,
        },
        kinds(kind, () => fromValues<KindFacts>(kind, kindNames)),
        seller,
        rare === null ? nothingRare : rares(rare, () => fromValues<RareFacts>(rare, rareNames)),
      );
    },
  };
}

const nothingRare: RareFacts = {
  vin: null,
  image: null,
  photos: "[]",
  originalPriceMinor: null,
  purchaseYear: null,
  usedYears: null,
  isAdvertised: false,
  withdrawnAt: null,
  removedAt: null,
  saleReversedAt: null,
  lapsedAt: null,
  liveState: null,
  soldAt: null,
  isReported: false,
};
const rareNames = Object.keys(nothingRare) as (keyof RareFacts)[];

/** Returns the same object for the same key, until there are more than `most`. */
function sharedValues<T>(most: number) {
  const valuesByKey = new Map<string, T>();
  return (key: string, make: () => T): T => {
    let value = valuesByKey.get(key);
    if (value === undefined) {
      if (valuesByKey.size >= most) valuesByKey.clear();
      value = make();
      valuesByKey.set(key, value);
    }
    return value;
  };
}

function valuesOf<Name extends keyof ListingRow>(row: ListingRow, names: readonly Name[]): string {
  return JSON.stringify(names.map((name) => row[name]));
}

function pick<Name extends keyof ListingRow>(row: ListingRow, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<ListingRow, Name>;
}

/** The object with these names and the values of a JSON array, in which dates are texts. */
function fromValues<T>(json: string, names: readonly (keyof T & string)[]): T {
  const values = JSON.parse(json) as unknown[];
  return Object.fromEntries(
    names.map((name, at) => {
      const value = values[at];
      const isDate = name.endsWith("At") && typeof value === "string";
      return [name, isDate ? new Date(value) : value];
    }),
  ) as T;
}
