import type { Product } from "#shared/listings/listing-contract.ts";
import { CarCard } from "./car-card.tsx";

type CarGridProps = { products: readonly Product[]; justReserved: ReadonlySet<string>; heading?: "h2" | "h3"; eagerCount?: number };

/** Cars in one, two or three columns. */
export function CarGrid({ products, justReserved, heading, eagerCount = 0 }: CarGridProps) {
  return (
    <ul className="grid gap-x-8 gap-y-16 md:grid-cols-2 lg:grid-cols-3">
      {products.map((product, at) => (
        <li key={product._id}>
          <CarCard product={product} justReserved={justReserved.has(product._id)} heading={heading} eager={at < eagerCount} />
        </li>
      ))}
    </ul>
  );
}
