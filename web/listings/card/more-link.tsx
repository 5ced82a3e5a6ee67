import { useLocation } from "react-router";
import { firstPageCursor } from "#shared/search/search-filters.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { keepPageParameters } from "#web/platform/page-parameters.ts";
import { LinkButton } from "#web/ui/link-button.tsx";

type Page = {
  /** How many cars the page shows, of how many, and how many come before it; null if that is not known. */
  shown: number;
  total: number;
  offset: number | null;
};

type MoreLinkProps = Page & {
  nextCursor: string | null;
  previousCursor?: string | null;
  isFirstPage: boolean;
};

/**
 * Which cars of a list the page shows, with links to the first, previous and next ones. Plain links work without
 * JavaScript and can be shared.
 */
export function MoreLink({
  nextCursor,
  previousCursor = null,
  isFirstPage,
  ...page
}: MoreLinkProps) {
  const { search } = useLocation();
  if (nextCursor === null && isFirstPage) return null;
  const link = (words: string, cursor: string | null, rel?: "prev" | "next") => (
    <LinkButton look="secondary" rel={rel} to={{ search: withCursor(search, cursor) }}>
      {words}
    </LinkButton>
  );
  return (
    <nav
      aria-label="Pages"
      className="flex flex-wrap justify-center gap-3 border-t border-line pt-8"
    >
      <p className="basis-full text-center text-sm text-muted">{carsLabel(page)}</p>
      {!isFirstPage && previousCursor !== firstPageCursor && link("First page", null)}
      {!isFirstPage && previousCursor !== null && link("Previous cars", previousCursor, "prev")}
      {nextCursor !== null && link("Next cars", nextCursor, "next")}
    </nav>
  );
}

/** Such as "25–48 of 495 cars", or "12 cars" if the page shows them all. */
export function carsLabel({ shown, total, offset }: Page): string {
  const all = `${formatNumber(total)} ${total === 1 ? "car" : "cars"}`;
  return offset === null || shown === 0 || shown === total
    ? all
    : `${formatNumber(offset + 1)}–${formatNumber(offset + shown)} of ${all}`;
}

function withCursor(search: string, cursor: string | null): string {
  const params = keepPageParameters(new URLSearchParams(search));
  params.delete("book");
  params.delete("report");
  if (cursor === null || cursor === firstPageCursor) params.delete("cursor");
  else params.set("cursor", cursor);
  return params.toString();
}
