import { useLocation } from "react-router";
import { keepPageParameters } from "#web/platform/page-parameters.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

/** Links to the next and first page of a list. Plain links work without JavaScript and can be shared. */
export function MoreLink({
  nextCursor,
  isFirstPage,
}: {
  nextCursor: string | null;
  isFirstPage: boolean;
}) {
  const { pathname, search } = useLocation();
  if (nextCursor === null && isFirstPage) return null;
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap justify-center gap-3 border-t border-line pt-8"
    >
      {!isFirstPage && (
        <LinkButton look="quiet" to={`${pathname}${withCursor(search, null)}`}>
          First page
        </LinkButton>
      )}
      {nextCursor !== null && (
        <LinkButton look="secondary" to={`${pathname}${withCursor(search, nextCursor)}`}>
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
  if (cursor === null) params.delete("cursor");
  else params.set("cursor", cursor);
  return params.size > 0 ? `?${params.toString()}` : "";
}
