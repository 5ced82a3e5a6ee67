import { z } from "zod";
import {
  addProductBody,
  changeProductBody,
  deleteProductBody,
  ownProduct,
  ownProductListQuery,
} from "#shared/listings/listing-contract.ts";
import {
  createdAnswer,
  deletedAnswer,
  idParams,
  modifiedAnswer,
} from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { addListing } from "./add-listing.ts";
import { changeListing } from "./change-listing.ts";
import { advertiseListing } from "./advertise-listing.ts";
import { deleteListing } from "./delete-listing.ts";
import { listOwnListings, readOwnListing } from "./list-own-listings.ts";

/** Routes for a seller's own listings: list, read, add, change, advertise and delete. Admins list, read and delete any. */
export function listingRoutes(app: App, deps: Deps): void {
  app.put(
    "/api/products/:id",
    { schema: { params: idParams, response: { 200: modifiedAnswer } } },
    (request) => advertiseListing(deps, viewerOf(request), request.params.id),
  );

  app.patch(
    "/api/products/:id",
    {
      schema: { params: idParams, body: changeProductBody, response: { 200: modifiedAnswer } },
      config: { rateLimit: limits.changeProduct },
    },
    (request) => changeListing(deps, viewerOf(request), request.params.id, request.body),
  );

  app.get(
    "/api/addproduct",
    { schema: { querystring: ownProductListQuery, response: { 200: z.array(ownProduct) } } },
    async (request, reply) => {
      const page = await listOwnListings(deps, viewerOf(request), request.query);
      sendPage(request, reply, page);
      return page.products;
    },
  );

  app.get(
    "/api/addproduct/:id",
    { schema: { params: idParams, response: { 200: ownProduct } } },
    (request) => readOwnListing(deps, viewerOf(request), request.params.id),
  );

  app.post(
    "/api/addproduct",
    {
      schema: { body: addProductBody, response: { 200: createdAnswer } },
      config: { rateLimit: limits.addProduct },
    },
    (request) => addListing(deps, viewerOf(request), request.body),
  );

  app.delete(
    "/api/addproduct/:id",
    { schema: { params: idParams, body: deleteProductBody, response: { 200: deletedAnswer } } },
    (request) =>
      deleteListing(deps, viewerOf(request), request.params.id, request.body?.reason || null),
  );
}
