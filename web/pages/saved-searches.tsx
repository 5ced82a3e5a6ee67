import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { ConfirmEmailNote } from "#web/identity/confirm-email-note.tsx";
import type { IdentityUser } from "#web/identity/identity-client.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { SavedSearchItem } from "#web/saved-searches/saved-search-item.tsx";
import { savedSearchesQuery } from "#web/saved-searches/saved-search-queries.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import type { Route } from "./+types/saved-searches";
import { SavedNavigation } from "./search/saved-navigation.tsx";

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches, "Saved searches");
}

/** The saved searches of the account: what each looks for, and what is new. */
export default function SavedSearchesPage() {
  return (
    <div className="page-body">
      <SavedNavigation />
      <h1 id="saved-searches" tabIndex={-1} className="page-title outline-none">
        Saved searches
      </h1>
      <div className="mt-8 max-w-4xl">
        <Content />
      </div>
    </div>
  );
}

function Content() {
  const isHydrated = useHydrated();
  const { status, user, role } = useSession();
  if (isHydrated && status === "signed-out")
    return (
      <EmptyState
        title="Sign in to see your saved searches"
        action={
          <div className="flex flex-wrap justify-center gap-3">
            <LinkButton to="/login?from=/saved-searches">Login</LinkButton>
            <LinkButton to="/search" look="secondary">
              Search all cars
            </LinkButton>
          </div>
        }
      >
        <p>We email you when a new car matches a saved search or a price falls.</p>
      </EmptyState>
    );
  if (isHydrated && user && role) return <SavedSearches user={user} />;
  return (
    <>
      <p className="hidden text-muted [@media(scripting:none)]:block">
        Saved searches need JavaScript. You can search without it.{" "}
        <Link to="/search" className="text-link">
          Search all cars
        </Link>
      </p>
      <div className="[@media(scripting:none)]:hidden">
        <Placeholder />
      </div>
    </>
  );
}

function SavedSearches({ user }: { user: IdentityUser }) {
  const query = useQuery(savedSearchesQuery(user.email));
  if (!query.data)
    return query.isError ? (
      <ErrorState
        title="We could not load your saved searches"
        message={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    ) : (
      <Placeholder />
    );
  if (query.data.length === 0)
    return (
      <EmptyState
        title="No saved searches yet"
        action={<LinkButton to="/search">Search all cars</LinkButton>}
      >
        <p>
          Choose some filters and press “Save search”. We email you when a new car matches or a
          price falls.
        </p>
      </EmptyState>
    );
  return (
    <>
      {query.data.some(({ emailsOn }) => emailsOn) && (
        <ConfirmEmailNote user={user} why="We email you about new matches once it is confirmed." />
      )}
      <p className="mb-8 text-muted">
        You get at most one email a day about new matches and lower prices.
      </p>
      <ul>
        {query.data.map((saved) => (
          <SavedSearchItem key={saved._id} saved={saved} />
        ))}
      </ul>
    </>
  );
}

function Placeholder() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading your saved searches
      </p>
      {[1, 2, 3].map((item) => (
        <div key={item} className="space-y-4 border-t border-line py-8">
          <Skeleton className="h-7 w-2/3 max-w-sm" />
          <Skeleton className="h-8 w-full max-w-md" />
          <Skeleton className="h-10 w-full max-w-xs" />
        </div>
      ))}
    </>
  );
}
