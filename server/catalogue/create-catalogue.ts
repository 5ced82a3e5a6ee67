import { categories } from "#shared/categories/category.ts";
import type {
  ListedProduct,
  Product,
  ProductListQuery,
} from "#shared/listings/listing-contract.ts";
import type { SearchAnswer, SearchFacets, SearchQuery } from "#shared/search/search-contract.ts";
import type { Suggestion, SuggestionQuery } from "#shared/search/suggestion-contract.ts";
import type { Search } from "#shared/search/search-filters.ts";
import type { PriceLabel } from "#shared/listings/price-label.ts";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import type { Executor, OpenDatabase } from "#server/platform/database/database.ts";
import { carPresenter, type AnyListing } from "./present-car.ts";
import { countLabels } from "./search/facets/count-labels.ts";
import { findSimilar } from "./search/find-similar.ts";
import {
  describeSearch,
  matchCars,
  type MatchingCar,
  type SearchSummary,
} from "./search/match-cars.ts";
import { searchCars } from "./search/search-cars.ts";
import { keptFacets } from "./search/facets/kept-facets.ts";
import { suggestSearches } from "./search/suggest-searches.ts";
import { readLag } from "./catalogue-store.ts";
import { carReader, type Car } from "./car.ts";
import { createCarIndex, type CarIndex } from "./car-index.ts";
import { keepUpToDate } from "./keep-up-to-date.ts";
import type { ListingRow } from "./listing-row-store.ts";
import type { PriceRater, RaterSource } from "./price-rating.ts";
import { productPage, type ProductPage } from "./product-page.ts";

/** The public catalog, served from memory and at most a second behind the database. */
export type Catalogue = {
  /** Resolves once every listing has been read. Until then, answers are incomplete. */
  loaded: Promise<void>;
  /** Increases whenever something that visitors see changes. */
  version(): number;
  /** The number of public cars in each category, by category id. */
  counts(): Record<number, number>;
  /** The number of undeleted cars a seller has listed, including sold ones; without an id, of all sellers. */
  listedCount(sellerId?: string): number;
  /** The home page's list. @throws AppError invalid_cursor */
  listAdvertised(query: ProductListQuery): ProductPage;
  /** A category's list; null if there is no such category. @throws AppError invalid_cursor */
  listCategory(categoryId: number, query: ProductListQuery): ProductPage | null;
  /** Where the cars of a category are found and when each last changed: the ones from `start` on, oldest first. */
  listAddresses(categoryId: number, start: number, limit: number): CarAddress[];
  /** When a car of a category was last sold, withdrawn or taken off sale; null if none was. */
  lastDeparture(categoryId: number): Date | null;
  /** A public car, or null. */
  find(id: string): Product | null;
  /** A car that is or was on sale, or null: sold ones are included, withdrawn and removed ones are not. */
  findAny(id: string): AnyListing | null;
  /** `findAny` as the JSON of GET /listings/{id}. */
  findAnyJson(id: string): Buffer | null;
  /** Whether a car that `findAny` finds is on sale, and when it was sold. */
  standing(id: string): Pick<AnyListing, "status" | "soldAt"> | null;
  /** Cars that match a search, with facets if it asks for them. @throws AppError invalid_cursor */
  search(query: SearchQuery): SearchAnswer;
  /** The same as JSON, of which each car's part is encoded once. */
  searchJson(query: SearchQuery): Buffer;
  /** The number of cars on sale, and how many of them have each price label. */
  countRated(): { cars: number; labels: { label: PriceLabel; cars: number }[] };
  /** Searches for what is being typed, with how many cars each finds. */
  suggest(query: SuggestionQuery): Suggestion[];
  /** What a search asks for, how many cars match it, and how many of them were listed at `since` or later. */
  describeSearch(search: Search, since: Date): SearchSummary;
  /** Those of the given cars that match a search; of all cars without `ids`. Reserved cars are included. */
  matchingCars(search: Search, ids: readonly string[] | null): MatchingCar[];
  /** Public cars like this one, the most similar first; null if `findAny` does not find it. */
  similar(id: string, limit: number): ListedProduct[] | null;
  /** Public cars like one that is off sale. */
  similarTo(row: ListingRow, limit: number): ListedProduct[];
  /** What the cars are rated by; null before the first training. */
  rater(): PriceRater | null;
  /** The age of the oldest change in the database that is not read yet; 0 if all are. */
  lagSeconds(executor: Executor): Promise<number>;
  /** Reads every write committed before the call. Never fails; the next poll reads what this call could not. */
  refresh(): Promise<void>;
  stop(): Promise<void>;
};

/** What the path of a car's page is made of, and when what the page shows last changed. */
type CarAddress = { _id: string; name: string; changedAt: Date };

// Not Pick<Deps, …>, because the catalog is itself one of the Deps.
type CatalogueNeeds = OpenDatabase & {
  config: Config;
  log: FastifyBaseLogger;
  ratings: RaterSource;
};

/** Starts to load the catalog into memory, and follows changes from then on until stopped. */
export function createCatalogue(deps: CatalogueNeeds): Catalogue {
  const index = createCarIndex(deps.config.CURRENCY);
  const currency = deps.config.CURRENCY;
  const presenter = carPresenter(currency, () => new Date());
  const { present, presentListed, encode } = presenter;
  const searchContext = () => ({ cars: index.columns, currency, now: new Date() });
  const find = (query: SearchQuery) => searchCars(searchContext(), query);
  const facetsOf = keptFacets(index.version);
  const searchWithKeptFacets = (query: SearchQuery) => {
    const { facets: _facets, ...uncounted } = query;
    const cachedFacets = facetsOf.find(query);
    const { ids, facets: counted, ...result } = find(cachedFacets ? uncounted : query);
    if (counted) facetsOf.keep(query, counted);
    const facets = cachedFacets ?? counted;
    return {
      cars: ids.map((id) => index.find(id)!),
      rest: { ...result, ...(facets && { facets }) },
    };
  };
  const { position, rater, ...feed } = keepUpToDate(deps, index, () =>
    find({ facets: "1", limit: 1 }),
  );
  return {
    ...feed,
    rater,
    version: index.version,
    counts: () =>
      Object.fromEntries(categories.map(({ id }) => [id, index.category(id)?.newest.size() ?? 0])),
    listedCount: (sellerId) => (sellerId === undefined ? index.listed() : index.listedBy(sellerId)),
    listAdvertised: (query) => productPage(index.advertised, query, present),
    listCategory(categoryId, query) {
      const list = index.category(categoryId);
      return list ? productPage(list, query, present) : null;
    },
    listAddresses(categoryId, start, limit) {
      const cars = index.category(categoryId)?.newest.fromEnd(start, start + limit) ?? [];
      return cars.map((car) => ({
        _id: car.id,
        name: car.kind.name,
        changedAt: new Date(index.changes.changedAt(car)),
      }));
    },
    lastDeparture(categoryId) {
      const at = index.changes.lastDeparture(categoryId);
      return at === null ? null : new Date(at);
    },
    ...oneCar(index, presenter),
    search(query) {
      const { cars, rest } = searchWithKeptFacets(query);
      return { listings: cars.map(presentListed), ...rest };
    },
    searchJson(query) {
      const { cars, rest } = searchWithKeptFacets(query);
      const year = new Date().getUTCFullYear();
      return searchJson(
        cars.map((car) => encode(car, year).listed),
        rest,
      );
    },
    countRated: () => ({ cars: index.columns.size(), labels: countLabels(index.columns) }),
    suggest: (query) => suggestSearches(searchContext(), query),
    describeSearch: (search, since) => describeSearch(searchContext(), search, since),
    matchingCars: (search, ids) => matchCars(searchContext(), search, ids),
    ...similarCars(index, presentListed),
    lagSeconds: (executor) => readLag(executor, position()),
  };
}

/** The calls about one car. */
function oneCar(
  index: CarIndex,
  { present, presentAny, encode }: ReturnType<typeof carPresenter>,
): Pick<Catalogue, "find" | "findAny" | "findAnyJson" | "standing"> {
  return {
    find(id) {
      const car = index.find(id);
      return car && !car.isOffSale ? present(car) : null;
    },
    findAny(id) {
      const car = index.find(id);
      return car ? presentAny(car) : null;
    },
    findAnyJson(id) {
      const car = index.find(id);
      return car ? encode(car).whole : null;
    },
    standing(id) {
      const car = index.find(id);
      return car ? { status: car.status, soldAt: car.rare.soldAt } : null;
    },
  };
}

/** The calls about cars like another one. */
function similarCars(
  index: CarIndex,
  presentListed: ReturnType<typeof carPresenter>["presentListed"],
): Pick<Catalogue, "similar" | "similarTo"> {
  const { fromRow } = carReader();
  const like = (car: Car, limit: number) =>
    findSimilar(index.columns, car, limit).map((id) => index.find(id)!);
  return {
    similar(id, limit) {
      const car = index.find(id);
      return car ? like(car, limit).map(presentListed) : null;
    },
    similarTo(row, limit) {
      const car = fromRow({ ...row, withdrawnAt: null });
      return car ? like(car, limit).map(presentListed) : [];
    },
  };
}

/** The JSON of kept facets, which are the same object until the catalog changes. */
const facetTexts = new WeakMap<SearchFacets, Buffer>();

function facetsJson(facets: SearchFacets): Buffer {
  const encoded = facetTexts.get(facets);
  if (encoded) return encoded;
  const json = Buffer.from(JSON.stringify(facets));
  facetTexts.set(facets, json);
  return json;
}

/** The answer to a search, around the JSON of its listings. */
function searchJson(
  listings: Buffer[],
  { facets, ...result }: Omit<SearchAnswer, "listings">,
): Buffer {
  const rest = `],${JSON.stringify(result).slice(1, -1)}`;
  if (!facets) return listingsJson(listings, `${rest}}`);
  return listingsJson(listings, `${rest},"facets":`, facetsJson(facets), facetsEnd);
}

/** Memory for the next answers: allocating it for each takes as long as copying the listings. */
let room = Buffer.alloc(0);
const roomForAnswers = 512 * 1024;

function allocate(size: number): Buffer {
  if (size > roomForAnswers / 8) return Buffer.allocUnsafe(size);
  if (size > room.length) room = Buffer.allocUnsafeSlow(roomForAnswers);
  const json = room.subarray(0, size);
  room = room.subarray(size);
  return json;
}

const listingsBegin = Buffer.from('{"listings":[');
const comma = ",".charCodeAt(0);

const facetsEnd = Buffer.from("}");

/** Copies the JSON of listings together, which takes a fraction of the time of joining texts and encoding the result. */
function listingsJson(listings: Buffer[], rest: string, ...more: Buffer[]): Buffer {
  const ends = [Buffer.from(rest), ...more];
  let size = listingsBegin.length + Math.max(0, listings.length - 1);
  for (const listing of listings) size += listing.length;
  for (const end of ends) size += end.length;
  const json = allocate(size);
  let at = listingsBegin.copy(json);
  for (const [index, listing] of listings.entries()) {
    if (index > 0) json[at++] = comma;
    at += listing.copy(json, at);
  }
  for (const end of ends) at += end.copy(json, at);
  return json;
}
