import { useQueries } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ListingDetail } from "#shared/listings/listing-detail.ts";
import { listingPath } from "#shared/listings/listing-path.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { carQuery } from "#web/listings/car-query.ts";
import { clearRecentlyViewed, useRecentlyViewed } from "#web/recently-viewed/recently-viewed.ts";
import { Button } from "#web/ui/button.tsx";
import { Price } from "#web/ui/price.tsx";

/** The cars whose pages were opened last in this browser; nothing if there are none. */
export function RecentlyViewedCars() {
  const ids = useRecentlyViewed();
  const cars = useQueries({
    queries: ids.map(carQuery),
    combine: (results) => results.map(({ data }) => data).filter((car) => car != null),
  });
  if (cars.length === 0) return null;
  return (
    <section aria-labelledby="recently-viewed" className="mt-16">
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="recently-viewed" className="display text-3xl">
          Recently viewed
        </h2>
        <Button look="quiet" size="small" onClick={clearRecentlyViewed}>
          Clear recently viewed
        </Button>
      </div>
      <ul className="grid grid-cols-2 gap-x-5 gap-y-8 sm:grid-cols-3 lg:grid-cols-6">
        {cars.map((car) => (
          <SmallCard key={car._id} car={car} />
        ))}
      </ul>
      <p className="mt-6 text-sm text-muted">Only this browser knows which cars you viewed.</p>
    </section>
  );
}

function SmallCard({ car }: { car: ListingDetail }) {
  return (
    <li>
      <Link prefetch="intent" to={listingPath(car)} className="group block">
        <CarPicture
          src={car.image}
          alt=""
          isIllustration={car.imageIsIllustration}
          sizes="(min-width: 64rem) 14rem, 50vw"
        />
        <p className="mt-2 font-medium wrap-anywhere group-hover:underline">{car.name}</p>
        <p className="text-muted">
          {car.status === "sold" ? (
            "Sold"
          ) : (
            <Price amount={car.resalePrice} currency={car.currency} />
          )}
        </p>
      </Link>
    </li>
  );
}
