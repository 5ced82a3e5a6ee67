import { Readable } from "node:stream";
import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import {
  addProductBody,
  changeProductBody,
  deleteProductBody,
  ownProduct,
} from "#shared/listings/listing-contract.ts";
import { ownListingDetail } from "#shared/listings/listing-detail.ts";
import {
  bulkAnswer,
  bulkBody,
  matchingAnswer,
  matchingBody,
  ownProductFilter,
  ownProductListQuery,
} from "#shared/listings/own-product-contract.ts";
import {
  createdAnswer,
  deletedAnswer,
  idParams,
  modifiedAnswer,
} from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { exampleListing } from "#server/listings/public.ts";
import type { CallExamples } from "#server/platform/http/api-docs.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { cutOffStalled } from "#server/platform/http/cut-off-stalled.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { addListing } from "./add-listing.ts";
import { changeListing } from "./change-listing.ts";
import { changeListingsInBulk } from "./change-listings-in-bulk.ts";
import { changeMatchingListings } from "./change-matching-listings.ts";
import { advertiseListing } from "./advertise-listing.ts";
import { deleteListing } from "./delete-listing.ts";
import { writeStockCsv } from "./write-stock-csv.ts";
import { listOwnListings, readOwnListing } from "./list-own-listings.ts";

/** Routes for a seller's own listings: list, read, add, change, advertise and delete. Admins list, read and delete any. */
export function listingRoutes(app: App, deps: Deps): void {
  exportRoute(app, deps);

  app.put(
    "/api/products/:id",
    {
      schema: {
        summary: "Advertise your own car on the home page",
        params: idParams,
        response: { 200: modifiedAnswer },
      },
      config: { rateLimit: limits.changeProduct },
    },
    (request) => advertiseListing(deps, viewerOf(request), request.params.id),
  );

  app.patch(
    "/api/products/:id",
    {
      schema: {
        summary: "Change your own car's facts, price, description and photos",
        params: idParams,
        body: changeProductBody,
        response: { 200: modifiedAnswer },
      },
      config: { rateLimit: limits.changeProduct, examples: changeExamples },
    },
    (request) => changeListing(deps, viewerOf(request), request.params.id, request.body),
  );

  app.post(
    "/api/products/bulk",
    {
      schema: {
        summary: "Change prices of your own cars, advertise or delete them",
        body: bulkBody,
        response: { 200: bulkAnswer },
      },
      config: { rateLimit: limits.bulkChange, examples: bulkExamples },
    },
    (request) => changeListingsInBulk(deps, viewerOf(request), request.body),
  );

  app.post(
    "/api/products/bulk/matching",
    {
      schema: {
        summary: "Change all your own cars that match a filter",
        body: matchingBody,
        response: { 200: matchingAnswer },
      },
      config: { refusals: [409], rateLimit: limits.bulkChange, examples: matchingExamples },
    },
    (request) => changeMatchingListings(deps, viewerOf(request), request.body),
  );

  app.get(
    "/api/addproduct",
    {
      schema: {
        summary: "List your own cars; an admin gets every car",
        querystring: ownProductListQuery,
        response: { 200: z.array(ownProduct) },
      },
    },
    async (request, reply) => {
      const page = await deps.replicas.read((db) =>
        listOwnListings({ ...deps, db }, viewerOf(request), request.query),
      );
      sendPage(request, reply, page);
      return page.products;
    },
  );

  app.get(
    "/api/addproduct/:id",
    {
      schema: {
        summary: "Read your own car; an admin can read any",
        params: idParams,
        response: { 200: ownListingDetail },
      },
    },
    (request) => readOwnListing(deps, viewerOf(request), request.params.id),
  );

  app.post(
    "/api/addproduct",
    {
      schema: { summary: "Add a car", body: addProductBody, response: { 200: createdAnswer } },
      config: {
        rateLimit: limits.addProduct,
        examples: {
          body: {
            "A car": {
              name: "A6",
              originalPrice: 21_000,
              resalePrice: 18_500,
              category: "Audi",
              condition: "Good",
            },
          },
        },
      },
    },
    (request) => addListing(deps, viewerOf(request), request.body),
  );

  app.delete(
    "/api/addproduct/:id",
    {
      schema: {
        summary: "Delete your own car; an admin can delete any",
        params: idParams,
        body: deleteProductBody,
        response: { 200: deletedAnswer },
      },
      config: { examples: { body: { "By an admin": { reason: "The photos show another car." } } } },
    },
    (request) =>
      deleteListing(deps, viewerOf(request), request.params.id, request.body?.reason || null),
  );
}

/** The seller's own cars as a file. */
function exportRoute(app: App, deps: Pick<Deps, "replicas" | "config">): void {
  app.get(
    "/api/addproduct.csv",
    {
      schema: {
        summary: "Download your own cars as CSV, as the importer reads it",
        querystring: ownProductFilter.omit({ seller: true }),
        response: { 200: { content: { "text/csv": { schema: z.any() } } } },
      },
      config: { rateLimit: limits.stockFile },
    },
    (request, reply) => {
      let pages = 0;
      const onPage = () => (pages += 1);
      const lines = writeStockCsv(deps, viewerOf(request), request.query, onPage);
      const file = Readable.from(lines);
      cutOffStalled(file, () => pages);
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="cars.csv"`)
        .header("cache-control", "private, no-store")
        .send(file);
    },
  );
}

const changeExamples: CallExamples = {
  body: {
    "Numbers that find the car's earlier listings": {
      stockNumber: "LOT-417",
      registration: "AB12 XYZ",
    },
    "A lower price and new photos": {
      resalePrice: 13_900,
      photos: [
        { image: exampleListing.image, alt: "Front, left" },
        { image: "/images/7c1de2aa-93fd-44c5-b1b3-3d8a5d0a9e42/1200.jpg", alt: "Dashboard" },
      ],
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
};

const bulkExamples: CallExamples = {
  body: {
    "Five percent less": {
      action: "price",
      change: { kind: "percent", by: -5, roundTo: 100 },
      cars: [{ _id: exampleListing._id, from: exampleListing.resalePrice }],
    },
  },
  answers: {
    200: {
      "Reported for each car": {
        doneCount: 0,
        cars: [
          {
            _id: exampleListing._id,
            name: exampleListing.name,
            isDone: false,
            message: "A buyer has reserved this car. You can edit it when the reservation ends.",
            before: exampleListing.resalePrice,
            after: 14_200,
          },
        ],
      },
    },
  },
};

const matchingExamples: CallExamples = {
  body: {
    "Take every Audi below 20,000 off sale": {
      action: "withdraw",
      filter: { status: "available", make: "Audi", priceMax: 20_000 },
      count: 412,
    },
    "What five percent less would be": {
      action: "price",
      change: { kind: "percent", by: -5, roundTo: 100 },
      filter: {},
      preview: true,
    },
  },
  answers: {
    200: {
      "Changed, apart from one": {
        total: 412,
        doneCount: 411,
        refusedCount: 1,
        refusals: [
          {
            message: "A buyer holds this car. It can be taken off sale when the hold ends.",
            count: 1,
            names: [exampleListing.name],
          },
        ],
        next: null,
        cars: [],
        asOf: null,
      },
    },
    409: {
      "Another number of cars": new AppError("conflict", {
        message: "410 cars match now, not 412. Nothing was changed.",
        fields: { count: "410 cars match now, not 412. Nothing was changed." },
      }),
    },
  },
};
