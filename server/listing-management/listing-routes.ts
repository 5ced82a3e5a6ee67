import { Readable } from "node:stream";
import { z } from "zod";
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
      config: { rateLimit: limits.changeProduct },
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
      config: { rateLimit: limits.bulkChange },
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
      config: { refusals: [409], rateLimit: limits.bulkChange },
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
      config: { rateLimit: limits.addProduct },
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
