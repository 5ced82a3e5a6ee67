import { useQuery } from "@tanstack/react-query";
import type { SellerStats as Stats } from "#shared/seller-stats/seller-stats-contract.ts";
import { api } from "#web/platform/requests/api-client.ts";
import { Bars } from "#web/ui/bars.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import { describeDays, shortDay, sum } from "./describe-days.ts";

/** Views and bookings of the seller's cars in the last 30 days. */
export function SellerStats({ email }: { email: string }) {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    queryKey: ["seller-stats", email],
    queryFn: ({ signal }) => api.get<Stats>("/seller/stats", { signal }),
    staleTime: 0,
  });
  return (
    <section className="mb-12" aria-labelledby="seller-stats">
      <h2 id="seller-stats" className="display mb-4 text-2xl">
        Your last 30 days
      </h2>
      {isPending ? (
        <div role="status" className="grid gap-8 sm:grid-cols-2">
          <span className="sr-only">Loading</span>
          <Skeleton className="h-40" />
          <Skeleton className="h-40" />
        </div>
      ) : data === undefined ? (
        <ErrorState
          title="We could not load your stats"
          message={error?.message}
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      ) : (
        <StatsCharts stats={data} />
      )}
    </section>
  );
}

type Car = Stats["cars"][number];

const columns: Column<Car>[] = [
  { head: "Car", isName: true, cell: ({ name }) => name },
  {
    head: "Views by day",
    cell: ({ viewsByDay }) => (
      <span className="block w-40 max-w-full">
        <Bars values={viewsByDay} label={null} className="h-8" />
      </span>
    ),
  },
  { head: "Views", numeric: true, cell: ({ views }) => views },
  { head: "Bookings", numeric: true, cell: ({ bookings }) => bookings },
  { head: "Days listed", numeric: true, cell: ({ daysListed }) => daysListed },
];

function StatsCharts({ stats: { days, views, bookings, cars, carCount } }: { stats: Stats }) {
  return (
    <>
      <div className="grid gap-8 sm:grid-cols-2">
        <Chart title="Views" things={{ one: "view", many: "views" }} days={days} values={views} />
        <Chart
          title="Bookings"
          things={{ one: "booking", many: "bookings" }}
          days={days}
          values={bookings}
        />
      </div>
      <p className="mt-3 text-sm text-muted">
        A view is counted once per visitor per day when they open a car. Your own views don't count.
      </p>
      {cars.some((car) => car.views > 0 || car.bookings > 0) && (
        <div className="mt-8">
          <Table
            caption="Your cars in the last 30 days"
            columns={columns}
            rows={cars}
            rowKey={({ _id }) => _id}
          />
          {carCount > cars.length && (
            <p className="mt-3 text-sm text-muted">{`Showing the ${cars.length} most viewed of your ${carCount} cars.`}</p>
          )}
        </div>
      )}
    </>
  );
}

function Chart({
  title,
  things,
  days,
  values,
}: {
  title: string;
  things: { one: string; many: string };
  days: readonly string[];
  values: readonly number[];
}) {
  return (
    <figure className="border-y border-line py-4">
      <figcaption className="mb-4 flex items-baseline justify-between gap-4">
        <span className="text-muted">{title}</span>
        <span className="display text-4xl text-brass-ink">{sum(values)}</span>
      </figcaption>
      <Bars values={values} label={describeDays(things, days, values)} className="h-20" />
      <p aria-hidden="true" className="mt-2 flex justify-between text-xs text-muted">
        <span>{shortDay(days[0] ?? "")}</span>
        <span>today</span>
      </p>
    </figure>
  );
}
