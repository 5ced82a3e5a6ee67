import { useLocation } from "react-router";
import { firstPageCursor } from "#shared/search/search-filters.ts";
import { keepPageParameters } from "#web/platform/page-parameters.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Links to the first, previous and next page of a list. Plain links work without JavaScript and can be shared. */
export function MoreLink({
  nextCursor,
  previousCursor = null,
  isFirstPage,
}: {
  nextCursor: string | null;
  previousCursor?: string | null;
  isFirstPage: boolean;
}) {
  const { pathname, search } = useLocation();
  if (nextCursor === null && isFirstPage) return null;
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap justify-center gap-3 border-t border-line pt-8"
    >
      {!isFirstPage && previousCursor !== firstPageCursor && (
        <LinkButton look="quiet" to={`${pathname}${withCursor(search, null)}`}>
          First page
        </LinkButton>
      )}
      {!isFirstPage && previousCursor !== null && (
        <LinkButton
          look="secondary"
          rel="prev"
          to={`${pathname}${withCursor(search, previousCursor)}`}
        >
          Previous page
        </LinkButton>
      )}
      {nextCursor !== null && (
        <LinkButton look="secondary" rel="next" to={`${pathname}${withCursor(search, nextCursor)}`}>
          More cars
        </LinkButton>
      )}
    </nav>
  );
}

function withCursor(search: string, cursor: string | null): string {
  const params = keepPageParameters(new URLSearchParams(search));
  params.delete("book");
  params.delete("report");
  if (cursor === null || cursor === firstPageCursor) params.delete("cursor");
  else params.set("cursor", cursor);
  return params.size > 0 ? `?${params.toString()}` : "";
}
