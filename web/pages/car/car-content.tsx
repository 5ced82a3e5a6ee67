import { useEffect, useRef } from "react";
import type { Elements } from "#web/ui/fields/elements.ts";
import { dateFormat } from "#shared/dates/date-format.ts";
import { lastMomentBefore } from "#shared/dates/last-moment.ts";
import { listChecks } from "#shared/accounts/verification.ts";
import type { Product } from "#shared/listings/listing-contract.ts";
import type { FactGroup } from "#web/listings/details/all-facts.ts";
import { CarFlags } from "#web/listings/card/car-flags.tsx";
import { CarHistory } from "#web/listings/details/car-history.tsx";
import { CarOptions } from "#web/listings/details/car-options.tsx";
import type { DescribedHistory } from "#web/listings/details/describe-history.ts";
import { CarGrid } from "#web/listings/card/car-grid.tsx";
import { PhotoGallery } from "#web/listings/gallery/photo-gallery.tsx";
import { noteView } from "#web/listings/note-view.ts";
import { noteRecentlyViewed } from "#web/recently-viewed/recently-viewed.ts";
import type { DescribedCheck } from "#web/seller-checks/describe-checks.ts";
import { ListingChecks } from "#web/seller-checks/listing-checks.tsx";
import { SellerReviews } from "#web/reviews/seller-reviews.tsx";
import { PriceRating } from "#web/valuation/price-rating.tsx";
import { useOpenedByLink } from "#web/platform/use-opened-by-link.ts";
import { useSecondStep } from "#web/platform/use-second-step.ts";
import { BuyBar } from "./buy-bar.tsx";
import { BuyBox } from "./buy-box.tsx";
import { cardExtras } from "./card-extras.tsx";
import { ListingDialogs } from "./listing-dialogs.tsx";
import type { CarPage } from "../page-services.ts";
import { type OwnHolds, useOwnHolds } from "./use-own-holds.tsx";
import { WayBack } from "./way-back.tsx";

// In UTC, so that server and browser render the same.
const day = dateFormat({ dateStyle: "long", timeZone: "UTC" });

/** `facts` are all that is known of the car, for display. */
type CarContentProps = Omit<CarPage, "history" | "checks" | "daysListed" | "isComplete"> & {
  url: string;
  facts: readonly FactGroup[];
  history: DescribedHistory | null;
  checks: readonly DescribedCheck[];
};

/** A car's own page. */
export function CarContent(page: CarContentProps) {
  const { product, photos, similar, soldAt } = page;
  const ownHolds = useOwnHolds();
  const isForSale = soldAt === null;
  const isWhole = useSecondStep(useOpenedByLink());
  const ownHold = ownHolds.cardOf(product._id);
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isForSale) return;
    noteView(product._id);
    noteRecentlyViewed(product._id);
  }, [product._id, isForSale]);
  return (
    <>
      <ListingDialogs products={isForSale ? [product, ...similar] : similar} ownHolds={ownHolds} />
      <WayBack product={product} />
      <div className="grid gap-x-12 gap-y-14 lg:grid-cols-[minmax(0,1.9fr)_minmax(20rem,1fr)] lg:grid-rows-[auto_1fr]">
        <div className="-mx-5 min-w-0 sm:mx-0">
          <PhotoGallery
            name={product.name}
            photos={photos}
            isIllustration={product.imageIsIllustration}
          />
        </div>
        <div className="max-lg:-mt-6 lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <BuyBox {...page} ownHold={ownHold} actions={actions} />
        </div>
        <div className={`min-w-0 space-y-14 ${isWhole ? "" : "min-h-dvh"}`}>
          {isWhole && <Description {...page} />}
          {isWhole && <Trust {...page} />}
        </div>
      </div>
      {isWhole && <SimilarCars similar={similar} ownHolds={ownHolds} />}
      {isForSale && <BuyBar product={product} ownHold={ownHold} actions={actions} />}
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

/** What the car is, and whether its price is right. */
function Description({ product, facts, details, valuation }: CarContentProps) {
  return (
    <>
      <Section title="Facts">
        <div className="grid gap-x-12 gap-y-8 sm:grid-cols-2">
          {facts.map((group) => (
            <FactList key={group.title} {...group} />
          ))}
        </div>
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
    </>
  );
}

function FactList({ title, facts }: FactGroup) {
  return (
    <div>
      <h3 className="mb-2 font-medium">{title}</h3>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label} className="flex justify-between gap-6 border-t border-line py-2.5">
            <dt className="text-muted">{label}</dt>
            <dd className="min-w-0 text-end wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** Who sells the car, and what happened to it in this shop. */
function Trust(page: CarContentProps) {
  const { product, history, flags, reviews, checks } = page;
  return (
    <>
      <Section title="Seller">
        <Seller product={product} />
        <ListingChecks checks={checks} />
        {reviews && <SellerReviews {...reviews} listingId={product._id} />}
      </Section>
      <Section title="History">
        <CarFlags flags={flags} />
        <CarHistory history={history} />
      </Section>
    </>
  );
}

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
                  {day(lastMomentBefore(verification.validUntil))}
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
