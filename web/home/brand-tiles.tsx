import { Link } from "react-router";
import type { CategoryAnswer } from "#shared/categories/category.ts";
import { formatNumber } from "#shared/text/format-number.ts";

/** Brand tiles linking to each brand's cars. */
export function BrandTiles({ categories }: { categories: readonly CategoryAnswer[] }) {
  return (
    <ul className="grid border-y border-line md:grid-cols-2 lg:grid-cols-3">
      {categories.map((category) => (
        <li
          key={category._id}
          className="-mb-px border-b border-line md:odd:last:col-span-2 lg:border-s lg:odd:last:col-span-1 lg:nth-[3n+1]:border-s-0"
        >
          <Link
            prefetch="intent"
            to={`/products/${category.category_id}`}
            aria-label={`${category.category}, ${countOf(category.count)}`}
            className="group flex h-full items-end justify-between gap-6 py-7 transition-colors hover:bg-raised md:px-6 md:py-10 lg:flex-col lg:items-start lg:gap-10"
          >
            <img
              src={category.logo}
              alt=""
              width={320}
              height={64}
              className="h-9 w-auto min-w-0 object-contain object-left dark:invert"
            />
            <span className="flex shrink-0 items-center gap-3 text-muted">
              <span>{countOf(category.count)}</span>
              <svg
                viewBox="0 0 32 8"
                fill="none"
                aria-hidden="true"
                className="w-8 origin-left text-brass transition-transform duration-300 ease-settle group-hover:scale-x-150"
                preserveAspectRatio="none"
              >
                <path d="M0 4h32" stroke="currentColor" vectorEffect="non-scaling-stroke" />
              </svg>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function countOf(count: number): string {
  return count === 1 ? "1 car" : `${formatNumber(count)} cars`;
}
