import { data, redirect } from "react-router";
import { formatMajor } from "#shared/money/money.ts";
import { idInListingPath, listingPath } from "#shared/listings/listing-path.ts";
import { isolate } from "#shared/text/isolate.ts";
import { groupedFacts } from "#web/listings/details/all-facts.ts";
import { carJsonLd } from "#web/listings/details/car-json-ld.ts";
import { comparedFacts } from "#web/listings/card/car-facts.ts";
import { describeHistory } from "#web/listings/details/describe-history.ts";
import { differOnlyInDialog } from "#web/listings/use-dialog-param.ts";
import { absoluteUrl, pageMeta, privatePageMeta } from "#web/platform/page-meta.ts";
import { loadPageData } from "#web/platform/page-data.ts";
import { keepPageParameters } from "#web/platform/page-parameters.ts";
import { describeChecks } from "#web/seller-checks/describe-checks.ts";
import { useKeptPage } from "#web/platform/use-kept-page.ts";
import type { Route } from "./+types/car";
import { CarContent } from "./car/car-content.tsx";
import { CarGone } from "./car/car-gone.tsx";
import { CarOffSale } from "./car/car-off-sale.tsx";
import { pageServices } from "./page-services.ts";

/**
 * A wrong slug leads to the right one. A sold car's page is not cached, because it is gone after 30 days, nor is an
 * incomplete one, or one that is off sale.
 */
export async function loader({ context, request, params }: Route.LoaderArgs) {
  const id = idInListingPath(params.car);
  const carPage = id === null ? null : await context.get(pageServices).readCarPage(id);
  if (carPage === null) throw data(null, { status: 404 });
  if (carPage === "gone") return data(null, { status: 410 });
  const path = listingPath(carPage.product);
  // Not the request's path, which ends in `.data` when the browser navigates.
  if (`/cars/${params.car}` !== path) {
    const parameters = keepPageParameters(new URL(request.url).searchParams);
    throw redirect(parameters.size > 0 ? `${path}?${parameters.toString()}` : path, 301);
  }
  const noStore = { "cache-control": "no-store" };
  if ("isOffSale" in carPage) return data(carPage, { status: 404, headers: noStore });
  const { daysListed, isComplete, ...page } = carPage;
  const isKept = carPage.soldAt === null && isComplete;
  // The request's URL has the shop's configured origin.
  const absolute = (url: string) => new URL(url, request.url).href;
  // These are made here, so that browsers need no code for it.
  const facts = groupedFacts(carPage.product, carPage.details);
  const checks = describeChecks(carPage.checks);
  const history = describeHistory({
    events: carPage.history,
    days: daysListed,
    isSold: carPage.soldAt !== null,
    isKnown: isComplete,
    currency: carPage.product.currency,
  });
  const jsonLd = carJsonLd(
    carPage.product,
    carPage.details,
    absolute(path),
    carPage.photos.map(({ image }) => absolute(image)),
  );
  return data(
    { ...page, facts, checks, history, jsonLd },
    {
      status: carPage.isGone ? 410 : 200,
      headers: isKept ? {} : noStore,
    },
  );
}

export function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs) {
  return loadPageData(request, serverLoader);
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ matches, loaderData }: Route.MetaArgs) {
  if (loaderData && "isOffSale" in loaderData) return privatePageMeta(matches, "Not for sale");
  if (!loaderData || loaderData.isGone) return privatePageMeta(matches, "Sold");
  const { product, photos, jsonLd } = loaderData;
  const path = listingPath(product);
  const price = formatMajor(product.resalePrice, product.currency);
  const facts = comparedFacts(product).map(({ value }) => value);
  const sentence = [...facts, product.location].filter(Boolean).join(", ");
  return [
    ...pageMeta(matches, {
      title: `${isolate(product.name)}, ${price}`,
      description: `Used ${isolate(product.name)} for ${price}${sentence && `: ${sentence}`}. Sold by ${isolate(product.sellerName)}. Reserve it online.`,
      path,
      image: photos[0]?.image,
    }),
    { "script:ld+json": jsonLd },
  ];
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

export default function Car({ loaderData, matches }: Route.ComponentProps) {
  useKeptPage(loaderData);
  return (
    <div className="measure pt-6 pb-28 md:pt-12">
      {loaderData && "isOffSale" in loaderData ? (
        <CarOffSale key={loaderData.product._id} {...loaderData} />
      ) : loaderData ? (
        <CarContent
          key={loaderData.product._id}
          {...loaderData}
          url={absoluteUrl(matches, listingPath(loaderData.product))}
        />
      ) : (
        <CarGone />
      )}
    </div>
  );
}
