import { AppError } from "#shared/errors/app-error.ts";
import { mostPlans } from "#shared/feeds/feed-limits.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";

type Query = {
  isPending: boolean;
  isFetching: boolean;
  error: Error | null;
  refetch: () => Promise<unknown>;
};

/** What a page of a feed or plan shows while it has none. */
export function FeedPlaceholder({
  query,
  title,
  what,
}: {
  query: Query;
  title: string;
  what: "feed" | "plan";
}) {
  const isUnknown = query.error instanceof AppError && query.error.status === 404;
  return (
    <>
      <PageHeading title={title} />
      {query.isPending && <Loading label={`Loading the ${what}`} />}
      {query.error && !isUnknown && (
        <ErrorState
          title={`We could not load this ${what}`}
          message={query.error.message}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
      {isUnknown && (
        <EmptyState
          title={`There is no such ${what}`}
          action={
            <LinkButton to="/dashboard/feeds" look="secondary">
              All feeds
            </LinkButton>
          }
        >
          {`It may have been deleted. A feed keeps its last ${mostPlans} plans.`}
        </EmptyState>
      )}
    </>
  );
}
