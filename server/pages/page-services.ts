import type { FastifyRequest } from "fastify";
import type { Deps } from "#server/deps.ts";
import { presentCategories } from "#shared/categories/category.ts";
import { passkeyOrigin } from "#server/identity/public.ts";
import type { ListedProduct, Product } from "#shared/listings/listing-contract.ts";
import type { Catalogue } from "#server/catalogue/public.ts";
import type { PageServices, ProductPage } from "#web/pages/page-services.ts";
import type { Shop } from "#web/platform/root-data.ts";
import type { Config } from "#server/platform/config/config.ts";
import { readUnsubscribing } from "#server/saved-searches/public.ts";
import { cardProviderOrigins } from "./card-provider-origins.ts";
import { findShownCar } from "./find-shown-car.ts";
import { readCarPage } from "./read-car-page.ts";

/** The services for the loaders of one request. They read the same catalogue as the API. */
export function createPageServices(
  deps: Pick<Deps, "catalogue" | "config" | "db" | "google" | "identity">,
  request: Pick<FastifyRequest, "headers" | "log">,
  url: URL,
): Omit<PageServices, "takeDocument"> {
  const { catalogue, config, google } = deps;
  return {
    shop: shopOf(config, google),
    hasSession: hasSession(request),
    allowsCardProvider: cardProviderOrigins(url.pathname, config) !== null,
    listCategories: () => presentCategories(catalogue.counts()),
    listAdvertised: (query) => withoutDescriptions(catalogue.listAdvertised(query)),
    searchListings: (query) => catalogue.search(query),
    findProduct(id) {
      const product = catalogue.find(id);
      return product && withoutDescription(product);
    },
    findShownCar: (id) => findShownCar(catalogue, id, new Date()),
    readCarPage: (id) => readCarPage(deps, id, new Date()),
    readUnsubscribing: (token) => readUnsubscribing(deps, token),
    logFailure: (error) => request.log.error({ err: error }, "page failed"),
  };
}

/** Whether a request has a session cookie, valid or not. */
export function hasSession({ headers: { cookie } }: Pick<FastifyRequest, "headers">): boolean {
  return cookie !== undefined && /(?:^|;\s*)(?:__Host-)?better-auth\.session_token=/.test(cookie);
}

// Pages embed their lists in the HTML, and 24 descriptions of 5,000 characters would be most of it.
function withoutDescriptions(page: ReturnType<Catalogue["listAdvertised"]>): ProductPage {
  return { ...page, products: page.products.map(withoutDescription) };
}

function withoutDescription({ description: _description, ...listed }: Product): ListedProduct {
  return listed;
}

function shopOf(config: Config, google: Deps["google"]): Shop {
  return {
    name: config.BRAND_NAME,
    phone: config.BRAND_PHONE,
    currency: config.CURRENCY,
    publicUrl: config.PUBLIC_URL ?? `http://localhost:${config.PORT}`,
    credit: { text: config.BRAND_CREDIT, url: config.BRAND_CREDIT_URL ?? null },
    social: {
      twitter: config.BRAND_TWITTER_URL ?? null,
      youtube: config.BRAND_YOUTUBE_URL ?? null,
      facebook: config.BRAND_FACEBOOK_URL ?? null,
    },
    imageHost: { url: config.IMAGE_HOST_URL ?? "/api/images", key: config.IMAGE_HOST_KEY ?? null },
    reportsApiUrl: config.REPORTS_API_URL ?? "/api",
    passkeyOrigin: passkeyOrigin(config),
    demo: config.demo,
    bookingNeedsConfirmedEmail: config.BOOKING_NEEDS_CONFIRMED_EMAIL,
    googleSignIn: google !== null,
  };
}
