import type { ReactNode } from "react";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import { cardSizesBesideFilters } from "#web/images/car-picture.tsx";
import { useKnownMarkup } from "#web/platform/known-markup.ts";
import { CarCard, cardNameId } from "./car-card.tsx";
import { DialogForm } from "./dialog-opener.tsx";

type CarGridProps = {
  products: readonly CardListing[];
  /** Replaces "Book Now" on cars that the user holds. */
  ownHoldOf: (productId: string) => ReactNode;
  /** Buttons on a car's picture. */
  extrasOf?: (product: CardListing) => ReactNode;
  heading?: "h2" | "h3";
  eagerCount?: number;
  /** Whether there are filters beside it, which leave less width. */
  isBeside?: boolean;
  /** Whether all of a card leads to the car's page. */
  leadsToPage?: boolean;
};

/** Cars in one to three columns. Cards in a row align their parts (subgrid), however long a name is. */
export function CarGrid({
  products,
  ownHoldOf,
  extrasOf,
  heading,
  eagerCount = 0,
  isBeside = false,
  leadsToPage = false,
}: CarGridProps) {
  const findMarkup = useKnownMarkup();
  const sizes = isBeside ? cardSizesBesideFilters : undefined;
  return (
    <DialogForm>
      <ul className={`grid gap-x-8 ${gridColumns(isBeside)}`}>
        {products.map((product, at) => {
          const ownHold = ownHoldOf(product._id);
          const shown = { product, heading, eager: at < eagerCount, leadsToPage, sizes };
          const known = ownHold
            ? undefined
            : findMarkup({
                key: JSON.stringify([shown, extrasOf !== undefined]),
                start: `<article aria-labelledby="${cardNameId(product._id)}"`,
                end: "</article>",
              });
          const className = "row-span-5 grid grid-rows-subgrid pb-16";
          if (known !== undefined)
            return (
              <li
                key={product._id}
                className={className}
                dangerouslySetInnerHTML={{ __html: known }}
              />
            );
          return (
            <li key={product._id} className={className}>
              <CarCard {...shown} ownHold={ownHold} extras={extrasOf?.(product)} />
            </li>
          );
        })}
      </ul>
    </DialogForm>
  );
}

export function gridColumns(isBeside: boolean): string {
  return isBeside ? "md:grid-cols-2 xl:grid-cols-3" : "md:grid-cols-2 lg:grid-cols-3";
}
