import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { Favorite } from "#shared/favorites/favorite-contract.ts";
import type { ListingDetail } from "#shared/listings/listing-detail.ts";
import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { listingPath } from "#shared/listings/listing-path.ts";
import { favoritesQuery } from "#web/favorites/account-favorites.ts";
import { useFavorites } from "#web/favorites/use-favorites.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { CarGrid } from "#web/listings/card/car-grid.tsx";
import { CarGridSkeleton } from "#web/listings/card/car-grid-skeleton.tsx";
import { carQuery } from "#web/listings/car-query.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { cardExtras } from "./car/card-extras.tsx";
import { ListingDialogs } from "./car/listing-dialogs.tsx";
import { useOwnHolds } from "./car/use-own-holds.tsx";

type SavedCar = {
  id: string;
  /** Null for a car that was saved on the device and is gone. */
  name: string | null;
  state: Favorite["state"];
  product: ListedProduct | null;
};

/** The list of the signed-in account. */
export function AccountFavorites() {
  const { ids, isLoaded } = useFavorites();
  const { user, role } = useSession();
  const query = useQuery({ ...favoritesQuery(user?.email ?? ""), enabled: role !== null });
  if (!query.data)
    return query.isError ? (
      <ErrorState
        title="We could not load your cars"
        message={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <CarGridSkeleton count={3} />
    );
  // A car that is being removed leaves the list at once.
  const cars = query.data
    .filter(({ productId }) => !isLoaded || ids.includes(productId))
    .map(({ productId: id, name, state, product }) => ({ id, name, state, product }));
  return cars.length > 0 ? <SavedCars cars={cars} /> : <NoFavorites />;
}

const shownAtOnce = 24;

/** The list in this browser, and that signing in keeps it. */
export function DeviceFavorites() {
  const { ids } = useFavorites();
  const [count, setCount] = useState(shownAtOnce);
  const results = useQueries({ queries: ids.slice(0, count).map(carQuery) });
  if (ids.length === 0) return <NoFavorites />;
  const cars = results.flatMap(({ data }, at) =>
    data === undefined ? [] : [savedOnDevice(ids[at]!, data)],
  );
  const failed = results.filter(({ isError }) => isError);
  return (
    <>
      <p className="mb-8 border-l-2 border-brass pl-4 text-muted">
        These cars are saved in this browser only.{" "}
        <Link prefetch="intent" to="/login?from=/favorites" className="text-link">
          Sign in
        </Link>{" "}
        to keep them in your account.
      </p>
      <SavedCars cars={cars} />
      {results.some(({ isPending, isError }) => isPending && !isError) && (
        <CarGridSkeleton count={3} />
      )}
      {failed.length > 0 && (
        <ErrorState
          title="We could not load all of your cars"
          message={failed[0]?.error?.message}
          onRetry={() => failed.forEach((result) => void result.refetch())}
          retrying={failed.some(({ isFetching }) => isFetching)}
        />
      )}
      {ids.length > count && (
        <Button look="secondary" onClick={() => setCount(count + shownAtOnce)}>
          Show more cars
        </Button>
      )}
    </>
  );
}

function savedOnDevice(id: string, car: ListingDetail | null): SavedCar {
  if (car === null) return { id, name: null, state: "unavailable", product: null };
  const state = car.status === "sold" ? "sold" : "for_sale";
  return { id, name: car.name, state, product: car };
}

function SavedCars({ cars }: { cars: readonly SavedCar[] }) {
  const ownHolds = useOwnHolds();
  const forSale = cars.flatMap(({ state, product }) =>
    state === "for_sale" && product ? [product] : [],
  );
  const others = cars.filter(({ state }) => state !== "for_sale");
  return (
    <>
      <ListingDialogs products={forSale} ownHolds={ownHolds} />
      <CarGrid
        products={forSale}
        ownHoldOf={ownHolds.cardOf}
        extrasOf={cardExtras}
        heading="h2"
        eagerCount={3}
      />
      {others.length > 0 && (
        <section aria-labelledby="no-longer-for-sale" className="mb-16">
          <h2 id="no-longer-for-sale" className="display mb-4 text-3xl">
            No longer for sale
          </h2>
          <ul>
            {others.map((car) => (
              <GoneCar key={car.id} car={car} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function GoneCar({ car: { id, name, state, product } }: { car: SavedCar }) {
  const favorites = useFavorites();
  return (
    <li className="flex flex-wrap items-center gap-x-6 border-t border-line py-2">
      <span className="min-w-0 flex-1 wrap-anywhere">
        {product ? (
          <Link prefetch="intent" to={listingPath(product)} className="text-link">
            {name}
          </Link>
        ) : (
          (name ?? "A car that is no longer listed")
        )}
      </span>
      <span className="text-muted">{state === "sold" ? "Sold" : "Not for sale"}</span>
      <Button
        look="quiet"
        size="small"
        className="-mr-2"
        aria-label={`Remove ${name ?? "this car"}`}
        onClick={() => {
          favorites.set(id, false);
          document.getElementById("favorites")?.focus();
        }}
      >
        Remove
      </Button>
    </li>
  );
}

function NoFavorites() {
  return (
    <EmptyState
      title="No saved cars yet"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/search">Search all cars</LinkButton>
          <LinkButton to="/" look="secondary">
            Browse brands
          </LinkButton>
        </div>
      }
    >
      <p>Select the heart on a car to save it here.</p>
    </EmptyState>
  );
}
