import { data, NavLink, useRevalidator } from "react-router";
import type { CategoryAnswer } from "#shared/categories/category.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { UnbrokenMake } from "#web/listings/card/unbroken-make.tsx";
import type { FirstSearch } from "./search/first-search.ts";
import { pageServices } from "./page-services.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { isRefusal, loadPageData, type PageData } from "#web/platform/page-data.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Route } from "./+types/category";
import { readSearchRequest } from "./search/read-search-request.ts";
import { SearchResults } from "./search/search-results.tsx";
import { searchMeta, shouldLoadAgain } from "./search/search-route.ts";

type CategoryLists = {
  categories: CategoryAnswer[];
  brand: CategoryAnswer;
  first: FirstSearch;
};

export function meta({ matches, loaderData, params, location }: Route.MetaArgs) {
  const lists = loaderData && "lists" in loaderData ? loaderData.lists : null;
  return searchMeta(matches, location, {
    base: { path: `/products/${params.id}`, make: lists?.brand.category ?? null },
    first: lists?.first ?? null,
  });
}

export function loader({
  context,
  request,
  params,
}: Route.LoaderArgs): PageData<{ lists: CategoryLists }> {
  const services = context.get(pageServices);
  const categories = services.listCategories();
  const brand = categories.find((category) => String(category.category_id) === params.id);
  if (!brand) throw data(null, { status: 404 });
  const base = { path: `/products/${brand.category_id}`, make: brand.category };
  const first = readSearchRequest(services, new URL(request.url), base);
  if (first instanceof Response) throw first;
  return { lists: { categories, brand, first } };
}

/** A list that fails to load shows an error with Retry; an unknown brand stays a 404. */
export async function clientLoader({
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<PageData<{ lists: CategoryLists | null }>> {
  try {
    return await loadPageData(request, serverLoader);
  } catch (error) {
    if (isRefusal(error)) throw error;
    return { lists: null };
  }
}

export const shouldRevalidate = shouldLoadAgain;

export default function Category({ loaderData, params }: Route.ComponentProps) {
  return (
    <div className="measure pt-4 pb-20 lg:pt-6">
      {loaderData.lists ? (
        <Cars key={params.id} {...loaderData.lists} isOld={loaderData.isOld} />
      ) : (
        <ListFailed />
      )}
    </div>
  );
}

function Cars({ categories, brand, first, isOld }: PageData<CategoryLists>) {
  return (
    <SearchResults
      base={{ path: `/products/${brand.category_id}`, make: brand.category }}
      first={first}
      isOld={isOld}
      dataOf={(first) => ({ lists: { categories, brand, first } })}
      heading={({ total }) => (
        <div className="flex flex-wrap items-center justify-between gap-x-8">
          <h1 className="display text-[1.75rem] lg:text-4xl">
            <UnbrokenMake
              text={`${total === null ? "Used" : `${formatNumber(total)} used`} ${brand.category} ${total === 1 ? "car" : "cars"}`}
            />
          </h1>
          <Brands categories={categories} />
        </div>
      )}
      empty={
        <EmptyState
          title={`No ${brand.category} cars for sale right now`}
          action={
            <LinkButton to="/" look="secondary">
              Back to home
            </LinkButton>
          }
        >
          <p>Sellers add new cars all the time. Another brand may have what you're looking for.</p>
        </EmptyState>
      }
    />
  );
}

function Brands({ categories }: { categories: readonly CategoryAnswer[] }) {
  return (
    <nav aria-label="Brands" className="flex flex-wrap gap-x-6">
      {categories.map((category) => (
        <NavLink
          prefetch="intent"
          key={category._id}
          to={`/products/${category.category_id}`}
          className="inline-flex min-h-10 items-center border-b border-transparent text-muted transition-colors hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink"
        >
          {category.category}
        </NavLink>
      ))}
    </nav>
  );
}

function ListFailed() {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <h1 className="page-title mb-10">Used cars</h1>
      <ErrorState
        title="We could not load the cars"
        message="Check your connection, then try again."
        onRetry={() => void revalidate()}
        retrying={state === "loading"}
      />
    </>
  );
}
