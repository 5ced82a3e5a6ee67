import type { ListedProduct } from "#shared/listings/listing-contract.ts";
import { Price } from "#web/ui/price.tsx";

/** The seller's market price, struck through. Nothing if the listing has none. */
export function MarketPrice({
  product: { originalPrice, currency },
  className = "",
  saysWhose = false,
}: {
  product: Pick<ListedProduct, "originalPrice" | "currency">;
  className?: string;
  /** Says that the seller gave it. Cards have no room for that. */
  saysWhose?: boolean;
}) {
  if (originalPrice === null) return null;
  return (
    <p className={`text-muted ${className}`}>
      Market Price{" "}
      <s className="decoration-brass">
        <Price amount={originalPrice} currency={currency} />
      </s>
      {saysWhose && <span className="text-sm"> given by the seller</span>}
    </p>
  );
}
