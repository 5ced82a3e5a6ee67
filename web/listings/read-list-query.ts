import { productListQuery, type ProductListQuery } from "#shared/listings/listing-contract.ts";

/** Cars per page, a multiple of three columns. */
const carsPerPage = 24;

/** The list query in the URL. Invalid parameters are ignored, because a page can't report them. */
export function readListQuery(url: URL): ProductListQuery {
  const parsed = productListQuery.safeParse({
    limit: carsPerPage,
    sort: url.searchParams.get("sort") ?? undefined,
    cursor: url.searchParams.get("cursor") ?? undefined,
  });
  return parsed.success ? parsed.data : productListQuery.parse({ limit: carsPerPage });
}
