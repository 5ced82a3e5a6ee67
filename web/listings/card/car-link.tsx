import { Link } from "react-router";
import { listingPath } from "#shared/listings/listing-path.ts";

/** A car's name in a table, which leads to its page. */
export function CarLink({ car }: { car: { _id: string; name: string } }) {
  return (
    <Link prefetch="intent" to={listingPath(car)} className="text-link">
      {car.name}
    </Link>
  );
}
