import { AppError } from "#shared/errors/app-error.ts";
import { listingDetail, type ListingDetail } from "#shared/listings/listing-detail.ts";
import { idParams } from "#shared/outcomes/outcome-contract.ts";
import {
  searchAnswer,
  searchQuery,
  similarAnswer,
  similarQuery,
  type SearchAnswer,
  type SearchFacets,
} from "#shared/search/search-contract.ts";
import type { Deps } from "#server/deps.ts";
import { exampleListing, listingId, noSuchListing, requireShown } from "#server/listings/public.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { sendJson } from "#server/platform/http/send-json.ts";

/** Public routes: search, one listing, and listings like it. */
export function searchRoutes(app: App, { catalogue }: Pick<Deps, "catalogue">): void {
  app.get(
    "/api/listings",
    {
      schema: {
        summary: "Search the cars for sale",
        querystring: searchQuery,
        response: { 200: searchAnswer },
      },
      config: { examples: searchExamples },
      compress: false,
      decompress: false,
    },
    (request, reply) => void sendJson(reply, catalogue.searchJson(request.query)),
  );

  app.get(
    "/api/listings/:id",
    {
      schema: {
        summary: "Read a car; a sold one is shown for 30 days",
        params: idParams,
        response: { 200: listingDetail },
      },
      config: { refusals: [410], examples: listingExamples },
      compress: false,
    },
    (request, reply) => {
      const id = requireShown(catalogue, request.params.id, new Date());
      sendJson(reply, catalogue.findAnyJson(id)!);
    },
  );

  app.get(
    "/api/listings/:id/similar",
    {
      schema: {
        summary: "List the cars most like a car",
        params: idParams,
        querystring: similarQuery,
        response: { 200: similarAnswer },
      },
      config: {
        priority: "optional",
        examples: {
          parameters: { id: exampleListing._id, limit: 6 },
          answers: { 200: { "Similar cars": { listings: [exampleListing] } } },
        },
      },
    },
    (request) => {
      const listings = catalogue.similar(listingId(request.params.id), request.query.limit);
      if (listings === null) throw noSuchListing();
      return { listings };
    },
  );
}

const carForSale: ListingDetail = {
  ...exampleListing,
  powerKw: 125,
  doors: 5,
  seats: 5,
  drive: "rear-wheel",
  trim: "AMG Line",
  previousKeepers: 1,
  serviceHistory: "full",
  firstRegistration: "2017-03",
  options: ["Panoramic roof", "Heated seats"],
  description: "One owner.",
  photos: [
    { image: exampleListing.image, alt: "Front, left" },
    { image: "/images/7c1de2aa-93fd-44c5-b1b3-3d8a5d0a9e42/1200.jpg", alt: "Dashboard" },
  ],
  soldAt: null,
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
  price: {
    min: 9_900,
    max: 14_900,
    buckets: [
      { from: null, to: 10_000, count: 1 },
      { from: 10_000, to: 12_500, count: 16 },
      { from: 12_500, to: null, count: 24 },
    ],
  },
  mileage: { min: 18_000, max: 97_000, buckets: [{ from: null, to: null, count: 41 }] },
  engine: { min: 1.6, max: 3, buckets: [{ from: null, to: null, count: 41 }] },
  seats: { min: 5, max: 7, buckets: [{ from: null, to: null, count: 38 }] },
};

const matches: SearchAnswer = {
  listings: [exampleListing],
  total: 41,
  nextCursor: "WyJuZXdlc3QiLDAsMTc5NTIwMjIwOTQwMiwiNmYxYzFhNTIiXQ",
  previousCursor: null,
  offset: 0,
  filters: { model: ["C Class"], body: ["estate"], fuel: ["diesel"], priceMax: 15_000 },
  understood: [
    part("C Class", "c class", { model: ["C Class"] }, "estate diesel under 15k"),
    part("Station wagon", "estate", { body: ["estate"] }, "c class diesel under 15k"),
    part("Diesel", "diesel", { fuel: ["diesel"] }, "c class estate under 15k"),
    part("Up to $15,000", "under 15k", { priceMax: 15_000 }, "c class estate diesel"),
  ],
  text: "",
  notes: [],
  relaxations: [],
};
const noMatches: SearchAnswer = {
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

const searchExamples: CallExamples = {
  parameters: { q: "c class estate diesel under 15k", facets: "1", limit: 24 },
  answers: {
    200: {
      "Cars that match": matches,
      "With facets=1": { ...matches, facets },
      "No cars": noMatches,
    },
    400: {
      "An unknown parameter": new AppError("invalid_input", {
        message: "This call takes no query parameter color.",
        fields: { color: "This call takes no query parameter color." },
      }),
      "A broken cursor": new AppError("invalid_cursor", {
        fields: { cursor: "This cursor is not valid." },
      }),
    },
  },
};

const listingExamples: CallExamples = {
  parameters: { id: exampleListing._id },
  answers: {
    200: {
      "For sale": carForSale,
      Sold: { ...carForSale, status: "sold", soldAt: "2026-11-21T10:05:00.000Z" },
    },
    404: { "Unknown or withdrawn": noSuchListing() },
    410: { "Sold more than 30 days ago": new AppError("listing_gone") },
  },
};

/** A part of the search text, as it was understood. */
function part(
  label: string,
  words: string,
  filters: SearchAnswer["understood"][number]["filters"],
  rest: string,
): SearchAnswer["understood"][number] {
  return { label, words, filters, search: new URLSearchParams({ q: rest }).toString() };
}
