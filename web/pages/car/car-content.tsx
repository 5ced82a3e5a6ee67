import { type ReactNode, useEffect } from "react";
import type { Elements } from "#web/ui/fields/elements.ts";
import { Link } from "react-router";
import { dateFormat } from "#shared/dates/date-format.ts";
import { listChecks } from "#shared/accounts/verification.ts";
import type { Product } from "#shared/listings/listing-contract.ts";
import { CompareButton } from "#web/compare/compare-button.tsx";
import { SaveButton } from "#web/favorites/save-button.tsx";
import type { Fact } from "#web/listings/card/car-facts.ts";
import { CarFlags } from "#web/listings/card/car-flags.tsx";
import { CarHistory } from "#web/listings/details/car-history.tsx";
import { CarOptions } from "#web/listings/details/car-options.tsx";
import type { DescribedHistory } from "#web/listings/details/describe-history.ts";
import { ComparedFacts } from "#web/listings/details/compared-facts.tsx";
import { CarGrid } from "#web/listings/card/car-grid.tsx";
import { DialogButton, DialogForm } from "#web/listings/dialog-opener.tsx";
import { PhotoGallery } from "#web/listings/gallery/photo-gallery.tsx";
import { MarketPrice } from "#web/listings/card/market-price.tsx";
import { noteView } from "#web/listings/note-view.ts";
import { ShareButton } from "#web/listings/details/share-button.tsx";
import { UnbrokenMake } from "#web/listings/card/unbroken-make.tsx";
import { noteRecentlyViewed } from "#web/recently-viewed/recently-viewed.ts";
import type { DescribedCheck } from "#web/seller-checks/describe-checks.ts";
import { ListingChecks } from "#web/seller-checks/listing-checks.tsx";
import { SellerReviews } from "#web/reviews/seller-reviews.tsx";
import { PriceRating, RatingInBrief } from "#web/valuation/price-rating.tsx";
import { useOpenedByLink } from "#web/platform/use-opened-by-link.ts";
import { useSecondStep } from "#web/platform/use-second-step.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import { Price } from "#web/ui/price.tsx";
import { CarAction } from "./car-action.tsx";
import { cardExtras } from "./card-extras.tsx";
import { ListingDialogs } from "./listing-dialogs.tsx";
import type { CarPage } from "../page-services.ts";
import { type OwnHolds, useOwnHolds } from "./use-own-holds.tsx";

// In UTC, so that server and browser render the same.
const day = dateFormat({ dateStyle: "long", timeZone: "UTC" });

/** The place of the description, which is empty for the first moment of a page that a link opens. */
const belowPhotos = "lg:col-start-1 lg:row-start-3";

/** `facts` are all that is known of the car, for display. */
type CarContentProps = Omit<CarPage, "history" | "checks" | "daysListed" | "isComplete"> & {
  url: string;
  facts: readonly Fact[];
  history: DescribedHistory | null;
  checks: readonly DescribedCheck[];
};

/** A car's own page. */
export function CarContent(page: CarContentProps) {
  const { product, photos, similar, soldAt } = page;
  const ownHolds = useOwnHolds();
  const isForSale = soldAt === null;
  const isWhole = useSecondStep(useOpenedByLink());
  useEffect(() => {
    if (!isForSale) return;
    noteView(product._id);
    noteRecentlyViewed(product._id);
  }, [product._id, isForSale]);
  return (
    <>
      <ListingDialogs products={isForSale ? [product, ...similar] : similar} ownHolds={ownHolds} />
      <BrandLink product={product} />
      <div className="grid gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1.9fr)_minmax(20rem,1fr)] lg:grid-rows-[auto_1fr_auto]">
        <div className="-mx-5 min-w-0 sm:mx-0 lg:row-span-2">
          <PhotoGallery
            name={product.name}
            photos={photos}
            isIllustration={product.imageIsIllustration}
          />
        </div>
        <div className="max-lg:-mt-6">
          <Summary {...page} ownHold={ownHolds.cardOf(product._id)} />
        </div>
        {isWhole ? <Description {...page} /> : <div className={`min-h-dvh ${belowPhotos}`} />}
        <Trust {...page} />
      </div>
      {isWhole && <SimilarCars similar={similar} ownHolds={ownHolds} />}
    </>
  );
}

/** The last section of a car's page; nothing if there are none. */
export function SimilarCars({
  similar,
  ownHolds,
}: Pick<CarPage, "similar"> & { ownHolds: OwnHolds }) {
  return (
    similar.length > 0 && (
      <div className="mt-20">
        <Section title="Similar cars">
          <CarGrid products={similar} ownHoldOf={ownHolds.cardOf} extrasOf={cardExtras} />
        </Section>
      </div>
    )
  );
}

export function BrandLink({ product }: { product: Pick<Product, "category" | "categoryId"> }) {
  return (
    <nav aria-label="Brand" className="mb-4 text-sm md:mb-6">
      <Link
        prefetch="intent"
        to={`/products/${product.categoryId}`}
        className="text-link"
      >{`All ${product.category} cars`}</Link>
    </nav>
  );
}

function Summary({
  product,
  soldAt,
  valuation,
  url,
  ownHold,
}: CarContentProps & { ownHold: Elements }) {
  return (
    <>
      <h1 className="display text-4xl wrap-anywhere md:text-5xl">
        <UnbrokenMake text={product.name} />
      </h1>
      <ComparedFacts product={product} />
      <div className="mt-5 flex flex-wrap items-baseline gap-x-4">
        <Price
          amount={product.resalePrice}
          currency={product.currency}
          className="display text-[2.5rem]"
        />
        <MarketPrice product={product} />
        {valuation?.isRated && valuation.basis.level !== "market" && (
          <RatingInBrief valuation={valuation} explainedAt="#price" />
        )}
      </div>
      <Standing product={product} soldAt={soldAt} isOwn={Boolean(ownHold)} />
      {soldAt === null && (
        <DialogForm className="mt-6 flex flex-wrap items-center gap-2">
          {ownHold || <CarAction product={product} />}
          <DialogButton dialog="report" productId={product._id} className={buttonClass("quiet")}>
            Report
          </DialogButton>
        </DialogForm>
      )}
      <div className="mt-2 -ml-2 flex flex-wrap gap-2">
        <SaveButton productId={product._id} name={product.name} />
        <CompareButton car={{ id: product._id, name: product.name, image: product.image }} />
        <ShareButton title={product.name} url={url} />
      </div>
    </>
  );
}

/** Says that a car is reserved or sold; nothing while it is available. */
function Standing({
  product,
  soldAt,
  isOwn,
}: {
  product: Product;
  soldAt: string | null;
  isOwn: boolean;
}) {
  if (soldAt !== null)
    return (
      <Notice title="Sold">
        This car was sold on <time dateTime={soldAt}>{day(soldAt)}</time>.
      </Notice>
    );
  if (isOwn) return <Notice title="Reserved by you">Pay to make it yours.</Notice>;
  if (product.status !== "reserved") return null;
  return (
    <Notice title="Reserved">
      Another buyer has reserved this car. If they do not pay in time, it is for sale again.
    </Notice>
  );
}

export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mt-5 border-l-2 border-brass pl-4">
      <p className="font-medium">{title}</p>
      <p className="text-muted">{children}</p>
    </div>
  );
}

/** What the car is, and whether its price is right. */
function Description({ product, facts, details, valuation }: CarContentProps) {
  return (
    <div className={`space-y-14 ${belowPhotos}`}>
      <Section title="Facts">
        <dl className="grid gap-x-12 sm:grid-cols-2">
          {facts.map(({ label, value }) => (
            <div key={label} className="flex justify-between gap-6 border-t border-line py-2.5">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 text-right wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      {details.options.length > 0 && (
        <Section title="Options">
          <CarOptions options={details.options} />
        </Section>
      )}
      {valuation && (
        <Section title="How the price compares" id="price">
          <PriceRating valuation={valuation} car={product} />
        </Section>
      )}
      {product.description && (
        <Section title="Description">
          <p className="max-w-prose whitespace-pre-line wrap-anywhere">{product.description}</p>
        </Section>
      )}
    </div>
  );
}

/** Who sells the car, and what happened to it in this shop. */
function Trust(page: CarContentProps) {
  const { product, history, flags, reviews, checks } = page;
  return (
    <div className="space-y-14 lg:col-start-2 lg:row-span-2 lg:row-start-2">
      <Section title="Seller">
        <Seller product={product} />
        <ListingChecks checks={checks} />
        {reviews && <SellerReviews {...reviews} listingId={product._id} />}
      </Section>
      <Section title="History">
        <CarFlags flags={flags} />
        <CarHistory history={history} />
      </Section>
    </div>
  );
}

// The badge ends at the midnight after its last day.
const lastMoment = (end: string) => new Date(Date.parse(end) - 1).toISOString();

function Seller({ product }: { product: Product }) {
  const { isSellerVerified, sellerVerification: verification } = product;
  return (
    <>
      <p className="font-medium wrap-anywhere">{product.sellerName}</p>
      {product.location && <p className="text-muted wrap-anywhere">{product.location}</p>}
      <p className="mt-3">
        <span>{`${!isSellerVerified ? "We have not verified this seller." : ""}${isSellerVerified ? "Verified seller" : ""}`}</span>
        {verification && (
          <>
            {" "}
            since <time dateTime={verification.at}>{day(verification.at)}</time>
            {verification.validUntil && (
              <>
                , valid until{" "}
                <time dateTime={verification.validUntil}>
                  {day(lastMoment(verification.validUntil))}
                </time>
              </>
            )}
            <span>{`.${verification.checked.length > 0 ? ` We checked: ${listChecks(verification.checked)}.` : ""}`}</span>
          </>
        )}
      </p>
    </>
  );
}

function Section({ title, id, children }: { title: string; id?: string; children: Elements }) {
  return (
    <section id={id}>
      <h2 className="display mb-5 text-3xl">{title}</h2>
      {children}
    </section>
  );
}
