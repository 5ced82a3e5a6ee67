import type { PublicDetails } from "#shared/listings/car-details.ts";
import type { DetailFacts } from "#web/listings/details/all-facts.ts";
import { createContext } from "react-router";
import type { CategoryAnswer } from "#shared/categories/category.ts";
import type { CarFlagAnswer } from "#shared/car-history/car-history-contract.ts";
import type { CarEvent } from "#shared/car-history/car-event.ts";
import type {
  CardListing,
  ListedProduct,
  Product,
  ProductListQuery,
} from "#shared/listings/listing-contract.ts";
import type { GalleryPhoto } from "#web/listings/gallery/gallery-photo.ts";
import type { SellerReviews } from "#shared/reviews/review-contract.ts";
import type { ListingChecks } from "#shared/seller-checks/seller-check-contract.ts";
import type { PageSearchAnswer, SearchQuery } from "#shared/search/search-contract.ts";
import type { EstimateAnswer, EstimateQuery } from "#shared/valuation/estimate-contract.ts";
import type { Valuation } from "#shared/valuation/valuation-contract.ts";
import type { Shop } from "#web/platform/root-data.ts";

type ProductPage = {
  products: CardListing[];
  total: number;
  /** How many cars come before the page. */
  offset: number;
  nextCursor: string | null;
};

/** A car of the comparison. */
export type ShownCar = ListedProduct & { details: DetailFacts };

/** What a car's own page shows. */
export type CarPage = {
  product: Product;
  details: PublicDetails;
  /** At least one; the illustration if the seller added none. */
  photos: GalleryPhoto[];
  /** When it was sold; null unless it is. */
  soldAt: string | null;
  /** It was sold so long ago that the page answers 410. */
  isGone: boolean;
  /** Days for sale, earlier listings of the car included. */
  daysListed: number;
  /** What happened to the car, the oldest first. */
  history: CarEvent[];
  /** What does not fit an earlier listing of the same VIN. */
  flags: CarFlagAnswer[];
  /** What buyers say about the seller; null while the database cannot be reached. */
  reviews: SellerReviews | null;
  /** What was checked of the seller. */
  checks: ListingChecks;
  similar: CardListing[];
  /** How the price compares with similar cars; null for a sold car. */
  valuation: Valuation | null;
  /** False without its history, reviews and checks, while the database cannot be reached. */
  isComplete: boolean;
};

/** What the page of a car shows that is not for sale at the moment: nothing of its price or its seller. */
export type OffSaleCar = {
  isOffSale: true;
  product: Pick<Product, "_id" | "name" | "category" | "categoryId">;
  /** The search for others of its model; null if none is for sale. */
  others: { label: string; path: string } | null;
  similar: CardListing[];
};

/** The cars of a confirmation link that still wait for it. */
export type Confirming = {
  /** The first of them. An obstacle says why a car cannot be confirmed. */
  cars: { id: string; name: string; isLapsed: boolean; obstacle: string | null }[];
  total: number;
  isSuspended: boolean;
};

/** What an unsubscribe link is for, and whether its emails are on. */
export type Unsubscribing = {
  /** The name of its saved search; null for all of the account's. */
  name: string | null;
  /** How many saved searches send emails. */
  on: number;
  /** False once the search or account was deleted. */
  exists: boolean;
};

/** A document in the order of its pieces: texts, and parts of other pages as bytes. */
export type DocumentPieces = (string | Uint8Array)[];

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
  searchListings(query: SearchQuery): PageSearchAnswer;
  /** One car; null if visitors can't see it. */
  findProduct(id: string): CardListing | null;
  /** One car for the comparison, also a sold one while its page is shown; null otherwise. */
  findShownCar(id: string): ShownCar | null;
  /**
   * A car's page, also of one that is sold or off sale; `gone` for one that was sold long ago and deleted, null for an
   * unknown one.
   */
  readCarPage(id: string): Promise<CarPage | OffSaleCar | "gone" | null>;
  /** What the document embeds beside the loaders' data; null for a request of the data alone. */
  embedded: { answer?: PageSearchAnswer } | null;
  /** Takes the rendered document in pieces. As the body of a response, it would be copied several times. */
  takeDocument(pieces: DocumentPieces): void;
  /** What a visitor's car would be offered for here, or why that cannot be said. */
  estimatePrice(car: EstimateQuery): Promise<EstimateAnswer>;
  /** The cars of a confirmation link; null if its token is not valid. */
  readConfirming(token: string): Promise<Confirming | null>;
  /** What an unsubscribe link is for; null if its token is not valid. */
  readUnsubscribing(token: string): Promise<Unsubscribing | null>;
  /** Logs a page that could not be rendered. */
  logFailure(error: unknown): void;
};

export const pageServices = createContext<PageServices>();
