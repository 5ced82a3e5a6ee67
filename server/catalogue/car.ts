import type { ListingFacts, ListingRow } from "./listing-row-store.ts";
import { statusOf } from "./listing-presenter.ts";
import type { CarKey } from "./car-order.ts";

/** A listing in the catalogue: its public fields and its sort keys. */
export type Car = CarKey & {
  facts: ListingFacts;
  sellerId: string;
  /** In no list, because it is sold, its sale was undone, or its seller is suspended. */
  isOffSale: boolean;
  /** Its JSON, once an answer has included it. Any change makes a new car. */
  json: CarJson | null;
};

/** The JSON of a listing, valid in one year because years of use are counted by calendar year. */
export type CarJson = { year: number; listed: string; whole: string };

/** The car of a row, or null if no list shows it: withdrawn, removed, or without a seller. */
export function carOf(row: ListingRow, intern: (text: string) => string): Car | null {
  const status = statusOf(row);
  if (status === "withdrawn" || status === "removed" || row.isSellerDeleted) return null;
  return {
    id: row.id,
    listedAt: row.createdAt.getTime(),
    priceMinor: row.resalePriceMinor,
    facts: factsOf(row, intern),
    sellerId: intern(row.sellerId),
    isOffSale: status === "sold" || status === "off_sale",
    json: null,
  };
}

/** Whether two states of a car look the same to visitors. */
export function sameCar(a: Car, b: Car): boolean {
  const before = a.facts as Record<string, unknown>;
  return Object.entries(b.facts).every(([fact, value]) =>
    value instanceof Date
      ? value.getTime() === (before[fact] as Date | null)?.getTime()
      : before[fact] === value,
  );
}

const sharedTexts = [
  "name",
  "sellerId",
  "make",
  "model",
  "mileageUnit",
  "fuel",
  "transmission",
  "bodyType",
  "fuelEconomyUnit",
  "colour",
  "photos",
  "condition",
  "location",
  "sellerName",
  "sellerChecks",
  "sellerLocation",
] as const;

// Shared strings are stored once to save memory. The seller's contact is left out because it is not public.
function factsOf(row: ListingRow, intern: (text: string) => string): ListingFacts {
  const { phone: _phone, sellerPhone: _sellerPhone, sellerEmail: _sellerEmail, ...facts } = row;
  const texts = facts as Record<(typeof sharedTexts)[number], string | null>;
  for (const fact of sharedTexts) texts[fact] = texts[fact] && intern(texts[fact]);
  return facts;
}
