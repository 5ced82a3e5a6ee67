import { ArrowLeft } from "lucide-react";
import { type MouseEvent, useState } from "react";
import { Link, NavigationType, useLocation, useNavigate, useNavigationType } from "react-router";
import type { Product } from "#shared/listings/listing-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { shownResults, type Results } from "#web/search/shown-results.ts";

/** From which results a car's page was opened, by its entry in the history. */
const openedFrom = new Map<string, Results>();

/** The results that led to this page, also after Back and Forward. */
function useOpenedFrom(): { results: Results | null; isPrevious: boolean } {
  const { key } = useLocation();
  const isLink = useNavigationType() === NavigationType.Push;
  const [opened] = useState(() => {
    const results = isLink ? shownResults() : (openedFrom.get(key) ?? null);
    if (results) openedFrom.set(key, results);
    return { key, results };
  });
  return { results: opened.results, isPrevious: opened.key === key };
}

/** Leads back to the results that the visitor came from, else to all cars of the brand. */
export function WayBack({ product }: { product: Pick<Product, "category" | "categoryId"> }) {
  const { results, isPrevious } = useOpenedFrom();
  return (
    <nav aria-label="Back to cars" className="mb-2 text-sm md:mb-4">
      {results ? (
        <BackToResults {...results} isPrevious={isPrevious} />
      ) : (
        <Link
          prefetch="intent"
          to={`/products/${product.categoryId}`}
          className="text-link inline-flex min-h-8 items-center"
        >{`All ${product.category} cars`}</Link>
      )}
    </nav>
  );
}

function BackToResults({
  href,
  total,
  isPrevious,
}: Results & {
  /** Whether the browser's Back leads there, which also restores how far the visitor had scrolled. */
  isPrevious: boolean;
}) {
  const navigate = useNavigate();
  function goBack(event: MouseEvent) {
    const isInNewTab = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey;
    if (!isPrevious || isInNewTab) return;
    event.preventDefault();
    void navigate(-1);
  }
  return (
    <Link to={href} onClick={goBack} className="text-link inline-flex min-h-8 items-center gap-1.5">
      <ArrowLeft aria-hidden="true" size={16} strokeWidth={1.5} className="rtl:-scale-x-100" />
      <span>{`Back to ${formatNumber(total)} ${total === 1 ? "car" : "cars"}`}</span>
    </Link>
  );
}
