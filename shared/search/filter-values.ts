import { colours } from "#shared/listings/colour.ts";
import { fuels, transmissions } from "#shared/listings/listing.ts";
import { priceLabels } from "#shared/listings/price-label.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";
import { makes } from "#shared/makes/sold-makes.ts";
import type { SearchFilters, ValueFilter } from "./search-filters.ts";

/** Filters with fixed values: all but the models, which depend on the cars. */
export type ListedFilter = Exclude<ValueFilter, "model">;

/** The values of these filters. */
export const filterValues = {
  make: makes,
  body: bodyTypes,
  fuel: fuels,
  transmission: transmissions,
  colour: colours,
  priceLabel: priceLabels,
} satisfies { [Name in ListedFilter]: readonly NonNullable<SearchFilters[Name]>[number][] };
