import { productListQuery, type ProductListQuery } from "#shared/listings/listing-contract.ts";

/** Cars a page of ours shows at a time: rows of three. */
const carsPerPage = 24;

/** The list a page's address asks for. What the address has wrong is passed over, as a page has nobody to complain to. */
export function readListQuery(url: URL): ProductListQuery {
  const asked = productListQuery.safeParse({
    limit: carsPerPage,
    sort: url.searchParams.get("sort") ?? undefined,
    cursor: url.searchParams.get("cursor") ?? undefined,
  });
  return asked.success ? asked.data : productListQuery.parse({ limit: carsPerPage });
}
