import type { RefObject } from "react";
import { dateFormat } from "#shared/dates/date-format.ts";
import type { Product } from "#shared/listings/listing-contract.ts";
import { CompareButton } from "#web/compare/compare-button.tsx";
import { SaveButton } from "#web/favorites/save-button.tsx";
import { estimateBeside, MarketPrice } from "#web/listings/card/market-price.tsx";
import { comparedFacts } from "#web/listings/card/car-facts.ts";
import { FactLine } from "#web/listings/card/fact-line.tsx";
import { UnbrokenMake } from "#web/listings/card/unbroken-make.tsx";
import { ShareButton } from "#web/listings/details/share-button.tsx";
import { DialogButton, DialogForm } from "#web/listings/dialog-opener.tsx";
import { buttonClass } from "#web/ui/button-class.ts";
import type { Elements } from "#web/ui/fields/elements.ts";
import { Price } from "#web/ui/price.tsx";
import { RatingInBrief } from "#web/valuation/price-rating.tsx";
import { CarAction } from "./car-action.tsx";
import type { CarPage } from "../page-services.ts";
import { Notice } from "./notice.tsx";

// In UTC, so that server and browser render the same.
const day = dateFormat({ dateStyle: "long", timeZone: "UTC" });

type BuyBoxProps = Pick<CarPage, "product" | "soldAt" | "valuation"> & {
  url: string;
  ownHold: Elements;
  /** The buttons, whose place decides whether the bar at the bottom shows (`BuyBar`). */
  actions: RefObject<HTMLDivElement | null>;
};

/** What the car is, its price, and how to get it. Beside the other parts of a wide page, it stays in view. */
export function BuyBox({ product, soldAt, valuation, url, ownHold, actions }: BuyBoxProps) {
  const estimate = valuation?.isRated ? estimateBeside(product, valuation.estimate) : null;
  return (
    <section aria-label="Price and booking" className="lg:sticky lg:top-24">
      <h1 className="display text-4xl wrap-anywhere md:text-5xl">
        <UnbrokenMake text={product.name} />
      </h1>
      <FactLine facts={comparedFacts(product)} className="fact-line" />
      <div className="mt-5 flex flex-wrap items-baseline gap-x-4">
        <Price
          amount={product.resalePrice}
          currency={product.currency}
          className="display text-[2.5rem]"
        />
        <MarketPrice product={product} />
        {estimate && <p className="text-muted">{estimate}</p>}
        {valuation?.isRated && valuation.basis.level !== "market" && (
          <RatingInBrief valuation={valuation} explainedAt="#price" />
        )}
      </div>
      <Standing product={product} soldAt={soldAt} isOwn={Boolean(ownHold)} />
      {soldAt === null && (
        <div ref={actions}>
          <DialogForm className="mt-6 flex flex-wrap items-center gap-2">
            {ownHold || <CarAction product={product} />}
            <DialogButton dialog="report" productId={product._id} className={buttonClass("quiet")}>
              Report
            </DialogButton>
          </DialogForm>
        </div>
      )}
      <div className="-ms-2 mt-2 flex flex-wrap gap-2">
        <SaveButton productId={product._id} name={product.name} />
        <CompareButton car={{ id: product._id, name: product.name, image: product.image }} />
        <ShareButton title={product.name} url={url} />
      </div>
    </section>
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
