import { type ComponentProps, Suspense, use } from "react";
import { useRevalidator } from "react-router";
import { formatNumber } from "#shared/text/format-number.ts";
import { BrandTiles } from "#web/home/brand-tiles.tsx";
import { brandsInWords } from "#web/home/brands-in-words.ts";
import { Hero } from "#web/home/hero.tsx";
import { HowItWorks } from "#web/home/how-it-works.tsx";
import { filmPoster } from "#web/home/showroom-film.tsx";
import { findDialogProducts } from "./car/dialog-products.ts";
import { CarGrid } from "#web/listings/card/car-grid.tsx";
import { MoreLink } from "#web/listings/card/more-link.tsx";
import { readListQuery } from "#web/listings/read-list-query.ts";
import { isBackAt } from "#web/platform/back-navigation.ts";
import { loadPageData, type PageData } from "#web/platform/page-data.ts";
import { pageMeta, shopIn } from "#web/platform/page-meta.ts";
import { useKeptPage } from "#web/platform/use-kept-page.ts";
import { pageServices } from "./page-services.ts";
import { differOnlyInDialog } from "#web/listings/use-dialog-param.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ErrorState } from "#web/ui/error-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Loading } from "#web/ui/loading.tsx";
import type { Route } from "./+types/home";
import { cardExtras } from "./car/card-extras.tsx";
import { ListingDialogs } from "./car/listing-dialogs.tsx";
import { useOwnHolds } from "./car/use-own-holds.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";

/** The poster is the largest picture of the first view, and a video's poster is found late. */
export const links: Route.LinksFunction = () => [
  { rel: "preload", href: filmPoster, as: "image", type: "image/webp", fetchPriority: "high" },
];

export function meta({ matches }: Route.MetaArgs) {
  const makes = shopIn(matches)?.makes ?? [];
  return pageMeta(matches, {
    title: `used luxury cars from ${brandsInWords(makes, "more")}`,
    description: `Used ${brandsInWords(makes, "other luxury")} cars with price, market price, mileage and seller. Reserve one online, or sell yours in four steps.`,
    path: "/",
    image: filmPoster,
  });
}

/** How many cars the first page has: three rows of three, or six below each other or in pairs. */
const mostFirst = 9;
const mostOnSmall = 6;

type HomeLists = PageData<ReturnType<typeof loader>>;

export function loader({ context, request }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const url = new URL(request.url);
  const isFirstPage = !url.searchParams.has("cursor");
  const query = readListQuery(url);
  const advertised = services.listAdvertised(isFirstPage ? { ...query, limit: mostFirst } : query);
  return {
    categories: services.listCategories(),
    advertised,
    dialogProducts: findDialogProducts(services, url, advertised.products),
    /** On the first page: where the cars go on for small screens, which show fewer. */
    small: isFirstPage
      ? { nextCursor: services.listAdvertised({ ...query, limit: mostOnSmall }).nextCursor }
      : null,
  };
}

/**
 * On forward navigation, the page renders at once, and its lists follow. On back navigation it waits for them, because the scroll position can only be restored at full height.
 */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  const arriving: Promise<HomeLists | null> = loadPageData(request, serverLoader).catch(() => null);
  if (!isBackAt(new URL(request.url))) return { arriving };
  return (await arriving) ?? { arriving };
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

export default function Home({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <Hero
        carCount={
          "arriving" in loaderData ? (
            <Suspense>
              <ArrivingCount lists={loaderData.arriving} />
            </Suspense>
          ) : (
            <CarCount {...loaderData} />
          )
        }
      />
      {"arriving" in loaderData ? (
        <Suspense fallback={<Loading label="Loading the cars" />}>
          <Arriving lists={loaderData.arriving} />
        </Suspense>
      ) : (
        <HomeSections {...loaderData} />
      )}
      <HowItWorks />
    </>
  );
}

function ArrivingCount({ lists }: { lists: Promise<HomeLists | null> }) {
  const arrived = use(lists);
  return arrived && <CarCount {...arrived} />;
}

function CarCount({ categories }: Pick<HomeLists, "categories">) {
  const count = categories.reduce((sum, category) => sum + category.count, 0);
  return <span>{`${formatNumber(count)} ${count === 1 ? "car" : "cars"} on sale now.`}</span>;
}

/** Null if the lists could not be loaded. */
function Arriving({ lists }: { lists: Promise<HomeLists | null> }) {
  const arrived = use(lists);
  return arrived ? <HomeSections {...arrived} /> : <ListsFailed />;
}

function HomeSections(lists: HomeLists) {
  const { categories, advertised, dialogProducts } = lists;
  useKeptPage(lists);
  const ownHolds = useOwnHolds();
  return (
    <div className="measure">
      <ListingDialogs products={[...advertised.products, ...dialogProducts]} ownHolds={ownHolds} />
      <Section id="brands" title="Shop Your Brand">
        <BrandTiles categories={categories} />
      </Section>
      <Section id="cars" title="Advertise Items">
        {advertised.products.length > 0 ? (
          <AdvertisedCars {...lists} ownHoldOf={ownHolds.cardOf} />
        ) : (
          <EmptyState
            title="No cars are advertised right now"
            action={
              <LinkButton to="/products/1" look="secondary">
                Browse a brand
              </LinkButton>
            }
          >
            <p>
              Sellers advertise their cars here. You can find every car for sale on its brand page.
            </p>
          </EmptyState>
        )}
      </Section>
    </div>
  );
}

function AdvertisedCars({
  advertised,
  small,
  ownHoldOf,
}: Pick<HomeLists, "advertised" | "small"> & Pick<ComponentProps<typeof CarGrid>, "ownHoldOf">) {
  const shown = advertised.products.length;
  const cars = (
    <CarGrid products={advertised.products} ownHoldOf={ownHoldOf} extrasOf={cardExtras} />
  );
  if (!small)
    return (
      <>
        {cars}
        <MoreLink {...advertised} shown={shown} isFirstPage={false} />
      </>
    );
  // The server does not know the width, so each has its own link.
  return (
    <>
      <div className="max-lg:[&_.car-place:nth-child(n+7)]:hidden">{cars}</div>
      <div className="max-lg:hidden">
        <MoreLink {...advertised} shown={shown} isFirstPage />
      </div>
      <div className="lg:hidden">
        <MoreLink {...advertised} {...small} shown={Math.min(shown, mostOnSmall)} isFirstPage />
      </div>
    </>
  );
}

function Section({ id, title, children }: { id: string; title: string; children: Elements }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="pt-14 md:pt-20">
      <h2 id={`${id}-title`} className="display mb-6 text-4xl md:mb-8 md:text-5xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function ListsFailed() {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="measure pt-20">
      <ErrorState
        title="We could not load the cars"
        message="Check your connection, then try again."
        onRetry={() => void revalidate()}
        retrying={state === "loading"}
      />
    </div>
  );
}
