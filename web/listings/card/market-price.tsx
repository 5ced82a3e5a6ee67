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
  const estimate = estimateToShow(product);
  return (
    <div className="card-market-price" title="The seller's own figure">
      <p>{figure}</p> <p>seller's figure</p>
      {estimate !== null && (
        <>
          {" "}
          <p>{`We estimate ${formatMajor(Math.round(estimate), currency)}`}</p>
        </>
      )}
    </div>
  );
}

/** Our estimate where the seller's figure is far above it, and would make the price look like a bargain; otherwise null. */
function estimateToShow({
  originalPrice,
  resalePrice,
  priceRating,
}: Pick<ListedProduct, "originalPrice" | "resalePrice" | "priceRating">): number | null {
  if (originalPrice === null || !priceRating) return null;
  const estimate = resalePrice - priceRating.difference;
  return originalPrice > estimate * 1.25 ? estimate : null;
}
