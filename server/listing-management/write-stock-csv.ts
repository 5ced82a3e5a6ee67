import { stringify } from "csv-stringify/sync";
import type { CarDetails } from "#shared/listings/car-details.ts";
import type { FuelEconomyUnit, ServiceHistory } from "#shared/listings/listing.ts";
import type { OwnProductFilter } from "#shared/listings/own-product-contract.ts";
import { toMajor } from "#shared/money/money.ts";
import type { Deps } from "#server/deps.ts";
import { detailsOf, photosOf, type ListingRow } from "#server/catalogue/public.ts";
import { shopAddress } from "#server/platform/config/config.ts";
import type { Executor } from "#server/platform/database/database.ts";
import type { Viewer } from "#server/platform/http/app-instance.ts";
import { whichListings } from "./list-own-listings.ts";
import {
  listGivenNumbers,
  listListingRows,
  type GivenNumbers,
  type WhichListings,
} from "./own-listing-store.ts";

const rowsPerPage = 500;

/** A listing with the numbers that only its seller sees. */
type ExportedRow = ListingRow & GivenNumbers;
/** `address` is the shop's URL. */
type Shop = { currency: string; address: string };
type Columns = Record<string, (row: ExportedRow, shop: Shop) => string | number | null>;

/** In words that the importer reads: a cell with "none" is an unknown fact. */
const serviceHistories: Record<ServiceHistory, string> = {
  full: "full service history",
  partial: "partial service history",
  available: "yes",
  none: "no service history",
};

const detailColumns: Columns = {
  power: detail(({ powerKw }) => powerKw && `${powerKw} kW`),
  drive: detail(({ drive }) => drive),
  doors: detail(({ doors }) => doors),
  seats: detail(({ seats }) => seats),
  trim: detail(({ trim }) => trim),
  "first registration": detail(({ firstRegistration }) => firstRegistration),
  "previous keepers": detail(({ previousKeepers }) => previousKeepers),
  "service history": detail(
    ({ serviceHistory }) => serviceHistory && serviceHistories[serviceHistory],
  ),
  // The bar after the last one shows that commas do not separate options.
  options: detail(({ options }) => options && `${options.join(" | ")} |`),
  "advert url": detail(({ advertUrl }) => advertUrl),
};

function detail(cell: (details: CarDetails) => string | number | undefined): Columns[string] {
  return (row) => cell(detailsOf(row) ?? {}) ?? null;
}

/** The columns, by headers that the importer reads (docs/importing.md), and a listing's cells. */
const columns: Columns = {
  "stock number": (row) => row.id,
  title: (row) => row.name,
  make: (row) => row.make,
  model: (row) => row.model,
  year: (row) => row.year,
  price: (row, { currency }) => toMajor(row.resalePriceMinor, currency),
  currency: (_row, { currency }) => currency,
  mileage: (row) => row.mileage,
  "mileage unit": (row) => row.mileageUnit,
  fuel: (row) => row.fuel,
  transmission: (row) => row.transmission,
  "engine size": (row) => (row.engineSizeCc === null ? null : `${row.engineSizeCc} cc`),
  // The importer infers the model's usual body again.
  "body type": (row) => (row.bodyTypeTypical ? null : row.bodyType),
  "fuel economy": economyOf,
  "annual tax": (row, { currency }) =>
    row.annualTaxMinor === null ? null : toMajor(row.annualTaxMinor, currency),
  color: (row) => row.colour,
  vin: (row) => row.vin,
  registration: (row) => row.registration,
  // The seller's own number. The stock number is the id here, which identifies the row.
  reference: (row) => row.stockNumber,
  condition: (row) => row.condition,
  location: (row) => row.location,
  description: (row) => row.description,
  ...detailColumns,
  "photo urls": photoUrlsOf,
};

const economyUnits: Record<FuelEconomyUnit, string> = {
  mpg_uk: "mpg (UK)",
  mpg_us: "mpg (US)",
  l_100km: "l/100 km",
};

function economyOf({ fuelEconomy, fuelEconomyUnit }: ListingRow): string | null {
  if (fuelEconomy === null || fuelEconomyUnit === null) return null;
  return `${fuelEconomy} ${economyUnits[fuelEconomyUnit]}`;
}

// The importer separates URLs at these characters.
const separators = /[|;,']/g;

/** The photos' URLs in their order, from anywhere: those of the shop's own images are below its configured URL. */
function photoUrlsOf(row: ExportedRow, { address }: Shop): string {
  const urls = photosOf(row).map(({ image }) => new URL(image, address).href);
  const whole = urls.map((url) => url.replace(separators, percentEncoded));
  return whole.join(" | ");
}

const percentEncoded = (character: string) =>
  `%${character.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * The viewer's own listings as CSV (RFC 4180, UTF-8) in the importer's format, newest first unless the filter sorts
 * them. Read page by page to keep memory use low, with a call of `onPage` before each.
 */
export async function* writeStockCsv(
  { replicas, config }: Pick<Deps, "replicas" | "config">,
  viewer: Viewer,
  filter: OwnProductFilter,
  onPage: () => void,
): AsyncGenerator<string> {
  // A file of the stock offers no car that is sold or off sale, unless it is asked for.
  const which = {
    ...whichListings(viewer.accountId, filter, config.CURRENCY),
    isStock: filter.status === undefined,
  };
  const shop = { currency: config.CURRENCY, address: shopAddress(config) };
  // Without a byte order mark, spreadsheets do not recognize UTF-8.
  yield "\uFEFF" + csvLine(Object.keys(columns));
  let cursor: string | undefined;
  do {
    onPage();
    const query = { sort: filter.sort, limit: rowsPerPage, cursor };
    const { rows, nextCursor }: ExportedPage = await replicas.read((db) =>
      readPageOf(db, which, query),
    );
    const lines = rows.map((row) =>
      csvLine(Object.values(columns).map((cell) => String(cell(row, shop) ?? ""))),
    );
    if (lines.length > 0) yield lines.join("");
    cursor = nextCursor ?? undefined;
  } while (cursor !== undefined);
}

type ExportedPage = { rows: ExportedRow[]; nextCursor: string | null };

async function readPageOf(
  db: Executor,
  which: WhichListings,
  query: Parameters<typeof listListingRows>[2],
): Promise<ExportedPage> {
  const page = await listListingRows(db, which, query);
  const numbers = await listGivenNumbers(
    db,
    page.rows.map(({ id }) => id),
  );
  const none = { stockNumber: null, registration: null };
  const rows = page.rows.map((row) => ({ ...row, ...(numbers.get(row.id) ?? none) }));
  return { rows, nextCursor: page.nextCursor };
}

// Text that a spreadsheet may run as a formula (OWASP, "CSV Injection").
const formula = /^\s*[=+\-@\t\r\n＝＋－＠|%]/u;
// Not an apostrophe, which the importer would take for a part of the text: a mark of zero width makes the cell a text
// for spreadsheets, and the importer trims it (docs/decisions/0066-stock-export-round-trip.md).
const textMark = "\uFEFF";

function csvLine(cells: readonly string[]): string {
  return stringify([cells.map((cell) => (formula.test(cell) ? textMark + cell : cell))], {
    quoted: true,
    quoted_empty: true,
    record_delimiter: "windows",
  });
}
