import { type ComponentProps, memo, type ReactNode, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { variedPictures } from "#shared/listings/illustration.ts";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import { cardSizesBesideFilters } from "#web/images/car-picture.tsx";
import { useKnownMarkup } from "#web/platform/loading/known-markup.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { useOpenedByLink } from "#web/platform/use-opened-by-link.ts";
import { useSecondStep } from "#web/platform/use-second-step.ts";
import { CarCard, cardNameId } from "./car-card.tsx";
import { DialogForm } from "../dialog-opener.tsx";
import { estimateHeights } from "../details/exact-heights.ts";
import { findLeftList, forgetLeftList } from "../left-list.ts";
import type { Elements } from "#web/ui/fields/elements.ts";

type CarGridProps = {
  products: readonly CardListing[];
  /** Replaces "Book Now" on cars that the user holds. */
  ownHoldOf: (productId: string) => Elements;
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
  const { count, height, isExact } = useSteps(products.length);
  const sizes = isBeside ? cardSizesBesideFilters : undefined;
  const pictures = variedPictures(products);
  return (
    <DialogForm>
      <ul
        className={`grid content-start gap-x-8 ${gridColumns(isBeside)}`}
        style={{ minHeight: height }}
        data-exact={isExact || undefined}
      >
        {products.slice(0, count).map((product, at) => (
          <Item
            key={product._id}
            product={product}
            {...pictures[at]}
            heading={heading}
            eager={at < eagerCount}
            leadsToPage={leadsToPage}
            sizes={sizes}
            ownHold={ownHoldOf(product._id)}
            extrasOf={extrasOf}
          />
        ))}
      </ul>
    </DialogForm>
  );
}

type Steps = {
  /** How many cars to show. */
  count: number;
  height?: number | undefined;
  /** Whether cars far from the view have their own height instead of an estimate (`car-place` in app.css). */
  isExact: boolean;
};

/**
 * Shows the cars in the first view at once, and the others in a second step. A visitor who comes back to the list sees the
 * part of it that they left, at the same place: until it is whole, it keeps the height that it had.
 */
function useSteps(total: number): Steps {
  const isHydrated = useHydrated();
  const isFirst = useOpenedByLink();
  const { key } = useLocation();
  const [left] = useState(() => (isFirst ? null : findLeftList(key)));
  const [isBack] = useState(isHydrated && !isFirst);
  const isSettled = useSecondStep(isFirst || isBack);
  useEffect(() => forgetLeftList(key), [key]);
  useEffect(() => {
    if (isFirst) estimateHeights();
  }, [isFirst]);
  const isExact = isBack && !isSettled;
  if (isSettled || (isBack && !left)) return { count: total, isExact };
  return { count: left?.count ?? firstShown(), height: left?.height, isExact };
}

/**
 * At least a screen of them. In lists, the second row begins 880 px down the page; in one column, the third car 1,270
 * px.
 */
function firstShown(): number {
  if (innerWidth < 768) return innerHeight > 1_270 ? 3 : 2;
  return innerHeight > 880 ? 6 : 3;
}

type ItemProps = Omit<ComponentProps<typeof CarCard>, "extras"> & Pick<CarGridProps, "extrasOf">;

/** Keeps its markup while the rest of the page changes, such as when the next page loads. */
const Item = memo(function Item({ ownHold, extrasOf, ...shown }: ItemProps) {
  const findMarkup = useKnownMarkup();
  const { product } = shown;
  if (import.meta.env.SSR && !ownHold) {
    const { image, isMirrored, heading, eager, leadsToPage, sizes } = shown;
    const markup = findMarkup?.({
      key: JSON.stringify([
        image,
        isMirrored,
        heading,
        eager,
        leadsToPage,
        sizes,
        extrasOf !== undefined,
      ]),
      of: [product],
      start: `<article aria-labelledby="${cardNameId(product._id)}"`,
      end: "</article>",
    });
    if (markup !== undefined)
      return <li className="car-place" dangerouslySetInnerHTML={{ __html: markup }} />;
  }
  return (
    <li className="car-place">
      <CarCard {...shown} ownHold={ownHold} extras={extrasOf?.(product)} />
    </li>
  );
});

export function gridColumns(isBeside: boolean): string {
  return isBeside ? "md:grid-cols-2 xl:grid-cols-3" : "md:grid-cols-2 lg:grid-cols-3";
}
