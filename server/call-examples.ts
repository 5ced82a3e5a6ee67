import { errorCatalogue, type ErrorCode, type FieldErrors } from "#shared/errors/app-error.ts";
import type { ErrorAnswer } from "#shared/errors/error-contract.ts";
import type { Favorite, MergeFavoritesAnswer } from "#shared/favorites/favorite-contract.ts";
import type { ListingDetail } from "#shared/listings/listing-detail.ts";
import type { SearchAnswer, SearchFacets } from "#shared/search/search-contract.ts";
import type { SuggestionsAnswer } from "#shared/search/suggestion-contract.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { bulkExamples } from "./bulk-examples.ts";
import { listed } from "./example-car.ts";
import { priceExamples } from "./price-examples.ts";
import { reviewExamples } from "./review-examples.ts";
import { savedSearchExamples } from "./saved-search-examples.ts";

const photos = [
  { image: listed.image, alt: "Front, left" },
  { image: "/images/7c1de2aa-93fd-44c5-b1b3-3d8a5d0a9e42/1200.jpg", alt: "Dashboard" },
];
const details = {
  ...{ powerKw: 125, doors: 5, seats: 5, drive: "rear-wheel" as const, trim: "AMG Line" },
  ...{ previousKeepers: 1, serviceHistory: "full" as const, firstRegistration: "2017-03" },
  options: ["Panoramic roof", "Heated seats"],
};
const detail: ListingDetail = {
  ...listed,
  ...details,
  ...{ description: "One owner.", photos, soldAt: null },
};

const histogram = {
  min: 9_900,
  max: 14_900,
  buckets: [
    { from: null, to: 10_000, count: 1 },
    { from: 10_000, to: 12_500, count: 16 },
    { from: 12_500, to: null, count: 24 },
  ],
};
const facets: SearchFacets = {
  make: [
    { value: "BMW", count: 0, selected: false },
    { value: "Mercedes-Benz", count: 41, selected: false },
    { value: "Audi", count: 0, selected: false },
  ],
  model: [{ value: "C Class", make: "Mercedes-Benz", count: 41, selected: true }],
  body: [
    { value: "saloon", count: 96, selected: false },
    { value: "estate", count: 41, selected: true },
  ],
  fuel: [
    { value: "petrol", count: 18, selected: false },
    { value: "diesel", count: 41, selected: true },
  ],
  transmission: [{ value: "automatic", count: 37, selected: false }],
  colour: [{ value: "black", count: 12, selected: false }],
  priceLabel: [{ value: "good", count: 9, selected: false }],
  verified: [{ value: true, count: 29, selected: false }],
  newSince: [{ value: "2026-11-15", days: 7, count: 4, selected: false }],
  year: { min: 2012, max: 2019, buckets: [{ from: null, to: null, count: 41 }] },
  price: histogram,
  mileage: { min: 18_000, max: 97_000, buckets: [{ from: null, to: null, count: 41 }] },
  engine: { min: 1.6, max: 3, buckets: [{ from: null, to: null, count: 41 }] },
};

const found: SearchAnswer = {
  listings: [listed],
  total: 41,
  nextCursor: "WyJuZXdlc3QiLDAsMTc5NTIwMjIwOTQwMiwiNmYxYzFhNTIiXQ",
  previousCursor: null,
  offset: 0,
  filters: { model: ["C Class"], body: ["estate"], fuel: ["diesel"], priceMax: 15_000 },
  understood: [
    understood("C Class", "c class", { model: ["C Class"] }, "estate diesel under 15k"),
    understood("Station wagon", "estate", { body: ["estate"] }, "c class diesel under 15k"),
    understood("Diesel", "diesel", { fuel: ["diesel"] }, "c class estate under 15k"),
    understood("Up to $15,000", "under 15k", { priceMax: 15_000 }, "c class estate diesel"),
  ],
  text: "",
  notes: [],
  relaxations: [],
};
const notFound: SearchAnswer = {
  listings: [],
  total: 0,
  nextCursor: null,
  previousCursor: null,
  offset: 0,
  filters: { make: ["Audi"], fuel: ["diesel"], body: ["estate"] },
  understood: [],
  text: "",
  notes: [],
  relaxations: [
    { parts: ["make"], label: "Audi", total: 2, search: "body=estate&fuel=diesel" },
    { parts: ["fuel"], label: "Diesel", total: 1, search: "make=Audi&body=estate" },
  ],
};

const suggestions: SuggestionsAnswer = {
  suggestions: [
    {
      kind: "search",
      label: "Mercedes-Benz · Diesel · “c”",
      total: 318,
      search: "q=merc+diesel+c",
    },
    {
      kind: "model",
      label: "Mercedes-Benz C Class · Diesel",
      total: 212,
      search: "q=diesel&make=Mercedes-Benz&model=C+Class",
    },
  ],
};

const favorite: Favorite = {
  productId: listed._id,
  name: listed.name,
  savedAt: "2026-11-21T18:40:00.000Z",
  state: "for_sale",
  product: listed,
};
const merged: MergeFavoritesAnswer = {
  added: [listed._id],
  alreadySaved: [],
  ignored: ["00000000-0000-4000-8000-000000000000"],
  overLimit: [],
};
const unknownCar = error("not_found", "There is no such product.", {
  id: "There is no such product.",
});

/** Examples of calls that find and save cars, for the API documentation. A test checks them against the schemas. */
export const callExamples: Record<string, CallExamples> = {
  "GET /api/listings": {
    parameters: { q: "c class estate diesel under 15k", facets: "1", limit: 24 },
    answers: {
      200: {
        "Cars that match": found,
        "With facets=1": { ...found, facets },
        "No cars": notFound,
      },
      400: {
        "An unknown parameter": error(
          "invalid_input",
          "This call takes no query parameter color.",
          {
            color: "This call takes no query parameter color.",
          },
        ),
        "A broken cursor": error("invalid_cursor", undefined, {
          cursor: "This cursor is not valid.",
        }),
      },
    },
  },
  "GET /api/listings/suggestions": {
    parameters: { q: "merc diesel c" },
    answers: { 200: { "While a model is typed": suggestions } },
  },
  "GET /api/listings/:id": {
    parameters: { id: listed._id },
    answers: {
      200: {
        "For sale": detail,
        Sold: { ...detail, status: "sold", soldAt: "2026-11-21T10:05:00.000Z" },
      },
      404: { "Unknown or withdrawn": unknownCar },
      410: { "Sold more than 30 days ago": error("listing_gone") },
    },
  },
  "GET /api/listings/:id/similar": {
    parameters: { id: listed._id, limit: 6 },
    answers: { 200: { "Similar cars": { listings: [listed] } } },
  },
  ...priceExamples,
  ...reviewExamples,
  ...bulkExamples,
  ...savedSearchExamples,
  "PATCH /api/products/:id": {
    body: {
      "A lower price and new photos": { resalePrice: 13_900, photos },
      "Numbers that find the car's earlier listings": {
        stockNumber: "LOT-417",
        registration: "AB12 XYZ",
      },
    },
    answers: {
      200: {
        Changed: { modifiedCount: 1 },
        Reserved: {
          modifiedCount: 0,
          message: "A buyer has reserved this car. You can edit it when the reservation ends.",
        },
      },
    },
  },
  "GET /api/favorites": { answers: { 200: { "Saved cars": [favorite] } } },
  "GET /api/favorites/ids": { answers: { 200: { "Saved cars": { ids: [listed._id] } } } },
  "POST /api/favorites": {
    body: { "The cars of a device": { ids: [listed._id, ...merged.ignored] } },
    answers: { 200: { Merged: merged } },
  },
  "PUT /api/favorites/:id": {
    parameters: { id: listed._id },
    answers: {
      200: { Saved: { modifiedCount: 1 }, "Saved before": { modifiedCount: 0 } },
      404: { "Unknown or withdrawn": unknownCar },
    },
  },
  "DELETE /api/favorites/:id": {
    parameters: { id: listed._id },
    answers: { 200: { Removed: { deletedCount: 1 }, "Not saved": { deletedCount: 0 } } },
  },
};

function understood(
  label: string,
  words: string,
  filters: SearchAnswer["understood"][number]["filters"],
  rest: string,
): SearchAnswer["understood"][number] {
  return { label, words, filters, search: new URLSearchParams({ q: rest }).toString() };
}

function error(code: ErrorCode, message?: string, fields?: FieldErrors): ErrorAnswer {
  const said = message ?? errorCatalogue[code].message;
  return {
    error: {
      code,
      message: said,
      ...(fields && { fields }),
      requestId: "4b0a3c53-2f58-4a38-8e7f-0d8c8f6f5a10",
    },
    message: said,
  };
}
