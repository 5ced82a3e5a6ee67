import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { Price } from "#web/ui/price.tsx";

/** The seller's market price, struck through, and whose figure it is. Nothing if the listing has none. */
export function MarketPrice({
  product: { originalPrice, currency },
  isOnCard = false,
}: {
  product: Pick<ListedProduct, "originalPrice" | "currency">;
  /** A card has little room for it. */
  isOnCard?: boolean;
}) {
  if (originalPrice === null) return null;
  const figure = (
    <>
      Market Price{" "}
      <s className="decoration-brass">
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
  return (
    <div className="card-market-price" title="The seller's own figure">
      <p className="whitespace-nowrap">{figure}</p> <p>seller's figure</p>
    </div>
  );
}
