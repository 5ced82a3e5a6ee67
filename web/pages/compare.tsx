import { Link } from "react-router";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { useChosenCars } from "#web/compare/chosen-cars.ts";
import { comparePath, mostCompared } from "#web/compare/compare-path.ts";
import type { Route } from "./+types/compare";
import { CompareTable } from "./compare-table.tsx";
import { pageServices } from "./page-services.ts";

/** The cars of the address, in its order. A car that is not listed any more is null. */
export function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const ids = [...new Set(new URL(request.url).searchParams.getAll("car"))];
  return {
    cars: ids.slice(0, mostCompared).map((id) => ({ id, product: services.findShownCar(id) })),
    isCut: ids.length > mostCompared,
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches, "Compare cars");
}

export default function Compare({ loaderData: { cars, isCut } }: Route.ComponentProps) {
  return (
    <div className="page-body">
      <h1 id="compare" className="page-title">
        Compare cars
      </h1>
      {isCut && (
        <p className="mt-4 border-l-2 border-brass pl-4 text-muted">{`At most ${mostCompared} cars fit side by side. The others are left out.`}</p>
      )}
      {cars.length === 1 && (
        <p className="mt-4 text-muted">
          Choose another car to compare with this one: select the scales on a car in the{" "}
          <Link prefetch="intent" to="/search" className="text-link">
            search
          </Link>{" "}
          or among your{" "}
          <Link prefetch="intent" to="/favorites" className="text-link">
            favorites and recently viewed cars
          </Link>
          .
        </p>
      )}
      <div className="mt-8">
        {cars.length > 0 ? <CompareTable cars={cars} /> : <NothingChosen />}
      </div>
    </div>
  );
}

/** The page without cars in its address. The browser may still have chosen ones. */
function NothingChosen() {
  const chosen = useChosenCars();
  if (chosen.length > 0)
    return (
      <EmptyState
        title="Your chosen cars"
        action={
          <LinkButton to={comparePath(chosen.map(({ id }) => id))}>
            {chosen.length === 1 ? "Show the chosen car" : `Compare ${chosen.length} cars`}
          </LinkButton>
        }
      >
        <p>{chosen.map(({ name }) => name).join(", ")}</p>
      </EmptyState>
    );
  return (
    <EmptyState
      title="No cars to compare yet"
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton to="/search">Search all cars</LinkButton>
          <LinkButton to="/favorites" look="secondary">
            Your favorites
          </LinkButton>
        </div>
      }
    >
      <p>{`Select the scales on up to ${mostCompared} cars to see them side by side.`}</p>
    </EmptyState>
  );
}
