import type { UseQueryResult } from "@tanstack/react-query";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";

/** Shown while a booking loads, or when it fails to load. */
export function BookingPlaceholder({ query }: { query: UseQueryResult<unknown> }) {
  if (query.isError)
    return (
      <ErrorState
        title="We could not load this booking"
        message={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  return (
    <div role="status" className="space-y-6">
      <VisuallyHidden>Loading the booking</VisuallyHidden>
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="aspect-4/3 max-w-md" />
    </div>
  );
}
