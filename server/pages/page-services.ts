import type { FastifyRequest } from "fastify";
import type { Deps } from "#server/deps.ts";
import { presentCategories } from "#shared/categories/category.ts";
import { makes } from "#shared/makes/sold-makes.ts";
import { passkeyOrigin } from "#server/identity/public.ts";
import type { CardListing } from "#shared/listings/listing-contract.ts";
import type { PageServices } from "#web/pages/page-services.ts";
import type { Shop } from "#web/platform/root-data.ts";
import { shopAddress, type Config } from "#server/platform/config/config.ts";
import { readConfirming } from "#server/freshness/public.ts";
import { readUnsubscribing } from "#server/saved-searches/public.ts";
import { estimatePrice } from "#server/valuation/public.ts";
import { cardProviderOrigins } from "./card-provider-origins.ts";
import { findShownCar } from "./find-shown-car.ts";
import { readCarPage } from "./read-car-page.ts";
import { phoneLink } from "#server/platform/phone-link.ts";

/** The services for the loaders of one request. They read the same catalog as the API. */
export function createPageServices(
  deps: Pick<
    Deps,
    "catalogue" | "config" | "db" | "google" | "identity" | "valuation" | "visitors"
  >,
  request: Pick<FastifyRequest, "headers" | "log">,
  url: URL,
): Omit<PageServices, "takeDocument"> {
  const { catalogue, config, google } = deps;
  return {
    shop: shopOf(config, google),
    hasSession: hasSession(request),
    embedded: url.pathname.endsWith(".data") ? null : {},
    allowsCardProvider: cardProviderOrigins(url.pathname, config) !== null,
    listCategories: () => presentCategories(catalogue.counts()),
    listAdvertised(query) {
      const page = catalogue.listAdvertised(query);
      return { ...page, products: page.products.map(cardOf) };
    },
    searchListings(query) {
      const answer = catalogue.search(query);
      return { ...answer, listings: answer.listings.map(keptCardOf) };
    },
    findProduct(id) {
      const product = catalogue.find(id);
      return product && cardOf(product);
    },
    findShownCar: (id) => findShownCar(catalogue, id, new Date()),
    readCarPage: (id) => readCarPage(deps, id, new Date()),
    estimatePrice: (car) => estimatePrice(deps, car),
    readConfirming: (token) => readConfirming(deps, token),
    readUnsubscribing: (token) => readUnsubscribing(deps, token),
    logFailure: (error) => request.log.error({ err: error }, "page failed"),
  };
}

/** Whether a request has a session cookie, valid or not. */
export function hasSession({ headers: { cookie } }: Pick<FastifyRequest, "headers">): boolean {
  return cookie !== undefined && /(?:^|;\s*)(?:__Host-)?better-auth\.session_token=/.test(cookie);
}

const cards = new WeakMap<CardListing, CardListing>();

/** The same card for the same object, which the catalog keeps until the car changes. */
function keptCardOf(listing: CardListing): CardListing {
  const cachedCard = cards.get(listing);
  if (cachedCard) return cachedCard;
  const card = cardOf(listing);
  cards.set(listing, card);
  return card;
}

/** What a page embeds of a listing in a list. */
function cardOf(listing: CardListing): CardListing {
  return {
    _id: listing._id,
    name: listing.name,
    sellerName: listing.sellerName,
    location: listing.location,
    originalPrice: listing.originalPrice,
    resalePrice: listing.resalePrice,
    used: listing.used,
    condition: listing.condition,
    image: listing.image,
    isSellerVerified: listing.isSellerVerified,
    sellerVerification: listing.sellerVerification,
    createdAt: listing.createdAt,
    currency: listing.currency,
    status: listing.status,
    imageIsIllustration: listing.imageIsIllustration,
    year: listing.year,
    mileage: listing.mileage,
    mileageUnit: listing.mileageUnit,
    fuel: listing.fuel,
    transmission: listing.transmission,
    priceRating: listing.priceRating,
  };
}

function shopOf(config: Config, google: Deps["google"]): Shop {
  return {
    name: config.BRAND_NAME,
    phone: config.BRAND_PHONE,
    phoneLink: phoneLink(config.BRAND_PHONE, config.CURRENCY),
    currency: config.CURRENCY,
    publicUrl: shopAddress(config),
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
    makes,
    bookingHoldHours: config.BOOKING_HOLD_HOURS,
    paymentCharge: config.PAYMENT_CHARGE,
    googleSignIn: google !== null,
  };
}
