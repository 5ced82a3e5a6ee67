import type { ReactNode } from "react";
import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { CarCard } from "./car-card.tsx";

type CarGridProps = {
  products: readonly ListedProduct[];
  /** What stands in place of "Book Now" on a car that the reader holds; nothing for other cars. */
  ownHoldOf: (productId: string) => ReactNode;
  heading?: "h2" | "h3";
  eagerCount?: number;
};

/** Cars in one, two or three columns. The parts of cards side by side share their lines (subgrid), however long a name is. */
export function CarGrid({ products, ownHoldOf, heading, eagerCount = 0 }: CarGridProps) {
  return (
    <ul className="grid gap-x-8 md:grid-cols-2 lg:grid-cols-3">
      {products.map((product, at) => (
        <li key={product._id} className="row-span-5 grid grid-rows-subgrid pb-16">
          <CarCard
            product={product}
            ownHold={ownHoldOf(product._id)}
            heading={heading}
            eager={at < eagerCount}
          />
        </li>
      ))}
    </ul>
  );
}
