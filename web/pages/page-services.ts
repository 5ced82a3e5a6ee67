import { createContext } from "react-router";
import type { CategoryAnswer } from "#shared/categories/category.ts";
import type { ListedProduct, ProductListQuery } from "#shared/listings/listing-contract.ts";
import type { SearchAnswer, SearchQuery } from "#shared/search/search-contract.ts";
import type { Shop } from "#web/platform/root-data.ts";

export type ProductPage = { products: ListedProduct[]; total: number; nextCursor: string | null };

/** What loaders can ask the server without an HTTP request. Provided by the server per request. */
export type PageServices = {
  shop: Shop;
  /** Whether the browser has a session cookie; a hint for rendering, never a permission. */
  hasSession: boolean;
  /** Whether this page's CSP allows the card provider. */
  allowsCardProvider: boolean;
  listCategories(): CategoryAnswer[];
  /** Advertised cars for the home page. */
  listAdvertised(query: ProductListQuery): ProductPage;
  /** Cars that match a search. @throws AppError invalid_cursor */
  searchListings(query: SearchQuery): SearchAnswer;
  /** One car; null if visitors can't see it. */
  findProduct(id: string): ListedProduct | null;
  /** Logs a page that could not be rendered. */
  logFailure(error: unknown): void;
};

export const pageServices = createContext<PageServices>();
