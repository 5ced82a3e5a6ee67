import { data, isRouteErrorResponse, NavLink, useRevalidator } from "react-router";
import type { CategoryAnswer } from "#shared/categories/category.ts";
import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { findDialogProducts } from "./dialog-products.ts";
import { CarGrid } from "#web/listings/car-grid.tsx";
import { MoreLink } from "#web/listings/more-link.tsx";
import { readListQuery } from "#web/listings/read-list-query.ts";
import { SortControl } from "#web/listings/sort-control.tsx";
import { pageMeta } from "#web/platform/page-meta.ts";
import { pageServices, type ProductPage } from "./page-services.ts";
import { differOnlyInDialog } from "#web/listings/use-dialog-param.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Route } from "./+types/category";
import { ListingDialogs } from "./listing-dialogs.tsx";
import { useOwnHolds } from "./use-own-holds.tsx";

type CategoryLists = {
  categories: CategoryAnswer[];
  brand: CategoryAnswer;
  page: ProductPage;
  /** Cars on other pages of the list that the URL opens. */
  dialogProducts: ListedProduct[];
  sort: string;
  isFirstPage: boolean;
};

export function meta({ matches, loaderData, params }: Route.MetaArgs) {
  if (!loaderData || !("lists" in loaderData) || !loaderData.lists)
    return pageMeta(matches, {
      title: "Used cars",
      description: "Used luxury cars by brand.",
      path: `/products/${params.id}`,
    });
  const { brand, page } = loaderData.lists;
  return pageMeta(matches, {
    title: `Used ${brand.category} cars`,
    description: `${formatNumber(page.total)} used ${brand.category} for sale, with price, market price, mileage and seller. Reserve one online.`,
    path: `/products/${brand.category_id}`,
    image: page.products[0]?.image.startsWith("/") ? page.products[0].image : undefined,
  });
}

export function loader({ context, request, params }: Route.LoaderArgs): { lists: CategoryLists } {
  const services = context.get(pageServices);
  const url = new URL(request.url);
  const query = readListQuery(url);
  const page = services.listCategoryProducts(params.id, query);
  const categories = services.listCategories();
  const brand = categories.find((category) => String(category.category_id) === params.id);
  if (!page || !brand) throw data(null, { status: 404 });
  return {
    lists: {
      categories,
      brand,
      page,
      dialogProducts: findDialogProducts(services, url, page.products),
      sort: query.sort,
      isFirstPage: !url.searchParams.has("cursor"),
    },
  };
}

/** A list that fails to load shows an error with Retry; an unknown brand stays a 404. */
export async function clientLoader({
  serverLoader,
}: Route.ClientLoaderArgs): Promise<{ lists: CategoryLists | null }> {
  try {
    return await serverLoader();
  } catch (error) {
    if (error instanceof Response || (isRouteErrorResponse(error) && error.status < 500))
      throw error;
    return { lists: null };
  }
}

export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: {
  currentUrl: URL;
  nextUrl: URL;
  defaultShouldRevalidate: boolean;
}) {
  const onlyDialog = currentUrl.href !== nextUrl.href && differOnlyInDialog(currentUrl, nextUrl);
  return onlyDialog ? false : defaultShouldRevalidate;
}

export default function Category({ loaderData, params }: Route.ComponentProps) {
  return (
    <div className="measure pt-12 pb-28 md:pt-20">
      {loaderData.lists ? <Cars key={params.id} {...loaderData.lists} /> : <ListFailed />}
    </div>
  );
}

function Cars({ categories, brand, page, dialogProducts, sort, isFirstPage }: CategoryLists) {
  const ownHolds = useOwnHolds();
  return (
    <>
      <ListingDialogs products={[...page.products, ...dialogProducts]} ownHolds={ownHolds} />
      <h1 className="display text-[clamp(2.5rem,6vw,4.75rem)] font-[340]">{`${formatNumber(page.total)} used ${brand.category} ${page.total === 1 ? "car" : "cars"}`}</h1>
      <div className="mt-10 mb-12 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-b border-line">
        <Brands categories={categories} />
        {page.products.length > 0 && <SortControl sort={sort} />}
      </div>
      {page.products.length > 0 ? (
        <CarGrid products={page.products} ownHoldOf={ownHolds.cardOf} heading="h2" eagerCount={3} />
      ) : (
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
      )}
      <MoreLink nextCursor={page.nextCursor} isFirstPage={isFirstPage} />
    </>
  );
}

function Brands({ categories }: { categories: readonly CategoryAnswer[] }) {
  return (
    <nav aria-label="Brands" className="-mb-px flex flex-wrap gap-x-8">
      {categories.map((category) => (
        <NavLink
          key={category._id}
          to={`/products/${category.category_id}`}
          className="border-b border-transparent py-3 text-muted transition-colors hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink"
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
      <h1 className="display mb-10 text-4xl md:text-5xl">Used cars</h1>
      <ErrorState
        title="We could not load the cars"
        message="Check your connection, then try again."
        onRetry={() => void revalidate()}
        retrying={state === "loading"}
      />
    </>
  );
}
