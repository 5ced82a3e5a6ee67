import type { RefObject } from "react";
import type { Product } from "#shared/listings/listing-contract.ts";
import { DialogForm } from "#web/listings/dialog-opener.tsx";
import { useInView } from "#web/platform/use-in-view.ts";
import type { Elements } from "#web/ui/fields/elements.ts";
import { Price } from "#web/ui/price.tsx";
import { CarAction } from "./car-action.tsx";

type BuyBarProps = {
  product: Product;
  ownHold: Elements;
  /** The buttons that the bar stands in for while they are out of view. */
  actions: RefObject<HTMLElement | null>;
};

/** The price and "Book Now" at the bottom of a narrow page. There is none for a car that another buyer has reserved. */
export function BuyBar({ product, ownHold, actions }: BuyBarProps) {
  const isInView = useInView(actions);
  if (isInView || (product.status === "reserved" && !ownHold)) return null;
  return (
    <section
      aria-label="Book this car"
      // Above the cars to compare, if there are some (chosen-bar.tsx).
      className="not-on-paper sticky bottom-0 z-20 -mx-5 mt-6 h-16 border-t border-line bg-paper px-5 transition-transform duration-150 md:-mx-8 md:px-8 lg:hidden starting:translate-y-full [main:has(#cars-to-compare)_&]:bottom-16"
    >
      {/* How long a hold lasts is said above, and has no room here. */}
      <DialogForm className="flex h-full items-center gap-4 [&>p]:hidden">
        <Price
          amount={product.resalePrice}
          currency={product.currency}
          className="display me-auto text-2xl"
        />
        {ownHold || <CarAction product={product} />}
      </DialogForm>
    </section>
  );
}
