import { createContext } from "react-router";
import type { CategoryAnswer } from "#shared/categories/category.ts";
import type { ListedProduct, ProductListQuery } from "#shared/listings/listing-contract.ts";
import type { Shop } from "#web/platform/root-data.ts";

export type ProductPage = { products: ListedProduct[]; total: number; nextCursor: string | null };

/** What loaders of public pages may ask of the server, without a hop over HTTP. The server gives it at each request. */
export type PageServices = {
  shop: Shop;
  /** Whether the browser holds an identity session; only a hint for the header, never a permission. */
  hasSession: boolean;
  /** Whether this page's content policy lets the card provider in. */
  allowsCardProvider: boolean;
  listCategories(): CategoryAnswer[];
  /** Advertised cars of the home page. */
  listAdvertised(query: ProductListQuery): ProductPage;
  /** Cars of one brand; null where there is no such category. */
  listCategoryProducts(categoryId: string, query: ProductListQuery): ProductPage | null;
  /** One car; null where visitors cannot see it (any more). */
  findProduct(id: string): ListedProduct | null;
  /** Logs a page that could not be rendered. */
  logFailure(error: unknown): void;
};

export const pageServices = createContext<PageServices>();
