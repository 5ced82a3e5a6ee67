import { z } from "zod";
import { categories, categoryAnswer, presentCategories } from "#shared/categories/category.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { product, productListQuery } from "#shared/listings/listing-contract.ts";
import { idParams } from "#shared/outcomes/outcome-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { sendPage } from "#server/platform/http/paging.ts";

/** Public routes: the categories, the cars of a category, and the advertised cars. */
export function catalogueRoutes(app: App, deps: Pick<Deps, "catalogue">): void {
  app.get(
    "/api/category",
    {
      schema: {
        summary: "List the brands with the number of cars for sale",
        response: { 200: z.array(categoryAnswer) },
      },
    },
    () => presentCategories(deps.catalogue.counts()),
  );

  app.get(
    "/api/products",
    {
      schema: {
        summary: "List the advertised cars",
        querystring: productListQuery,
        response: { 200: z.array(product) },
      },
    },
    (request, reply) => {
      const page = deps.catalogue.listAdvertised(request.query);
      sendPage(request, reply, page);
      return page.products;
    },
  );

  app.get(
    "/api/products/:id",
    {
      schema: {
        summary: "List the cars of a brand",
        params: idParams,
        querystring: productListQuery,
        response: { 200: z.array(product) },
      },
    },
    (request, reply) => {
      const category = categories.find(({ id }) => String(id) === request.params.id);
      const page = category && deps.catalogue.listCategory(category.id, request.query);
      if (!page)
        throw new AppError("not_found", {
          message: "There is no such category.",
          fields: { id: "There is no such category." },
        });
      sendPage(request, reply, page);
      return page.products;
    },
  );
}
