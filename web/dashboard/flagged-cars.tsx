import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { listingPath } from "#shared/listings/listing-path.ts";
import { flaggedCarsQuery } from "#web/reports/report-queries.ts";

/** For admins: cars that an earlier listing of their VIN contradicts. Nothing is shown if there are none. */
export function FlaggedCars() {
  const { data: cars = [] } = useQuery(flaggedCarsQuery);
  if (cars.length === 0) return null;
  return (
    <section aria-labelledby="flagged-cars" className="mt-14">
      <h2 id="flagged-cars" className="display text-2xl">
        Cars with a contradicting history
      </h2>
      <p className="mt-2 text-muted">
        Found by comparing listings of the same VIN. Check the car with its seller.
      </p>
      <ul className="mt-4 divide-y divide-line border-y border-line">
        {cars.map((car) => (
          <li key={`${car._id} ${car.after.at}`} className="py-3">
            <Link to={listingPath(car)} className="text-link wrap-anywhere">
              {car.name}
            </Link>
            <p className="text-sm text-muted">{car.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
