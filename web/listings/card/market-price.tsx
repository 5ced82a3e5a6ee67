import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { Price } from "#web/ui/price.tsx";

/** The seller's market price, struck through, and whose figure it is. Nothing if the listing has none. */
export function MarketPrice({
  product,
  isOnCard = false,
}: {
  product: Pick<ListedProduct, "originalPrice" | "resalePrice" | "currency" | "priceRating">;
  /** A card has little room for it. */
  isOnCard?: boolean;
}) {
  const { originalPrice, currency } = product;
  if (originalPrice === null) return null;
  const figure = (
    <>
      Market Price{" "}
      <s className="decoration-brass decoration-1">
        <Price amount={originalPrice} currency={currency} />
      </s>
    </>
  );
  if (!isOnCard)
    return (
      <p className="text-muted">
        {figure} <span className="text-sm">given by the seller</span>
      </p>
    );
  const { resalePrice, priceRating } = product;
  const estimate = priceRating && estimateBeside(product, resalePrice - priceRating.difference);
  return (
    <div className="card-market-price" title="The seller's own figure">
      <p>{figure}</p> <p>seller's figure</p>
      {estimate && (
        <>
          {" "}
          <p>{estimate}</p>
        </>
      )}
    </div>
  );
}

/** From this many times our estimate on, a market price needs it beside it, or the price looks like a bargain. */
const farFromEstimate = 1.25;

/** Our estimate in words where the seller's market price is far above it; otherwise null. */
export function estimateBeside(
  { originalPrice, currency }: Pick<ListedProduct, "originalPrice" | "currency">,
  estimate: number,
): string | null {
  if (originalPrice === null || originalPrice <= estimate * farFromEstimate) return null;
  return `We estimate ${formatMajor(Math.round(estimate), currency)}`;
}
