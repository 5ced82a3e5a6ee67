import { priceLabels, type PriceLabel } from "#shared/listings/price-label.ts";

/** The colors of the zones of prices. */
export const zoneTones: Record<PriceLabel, string> = {
  great: "fill-zone-great",
  good: "fill-zone-good",
  fair: "fill-zone-fair",
  high: "fill-zone-high",
  very_high: "fill-zone-very-high",
};

/** Of one zone, between it and the next, and of the whole strip. */
const zone = 18;
const step = 20.5;
const height = 4;
const zoneAt = (at: number) => `M${at * step} 0h${zone}v${height}h-${zone}z`;
const allZones = priceLabels.map((_label, at) => zoneAt(at)).join("");

/** In which of the five zones a price is, at a glance: the words beside it say the same. */
export function PriceStrip({
  label,
  className = "",
}: {
  label: PriceLabel | null;
  className?: string;
}) {
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 100 ${height}`}
      preserveAspectRatio="none"
      className={`block h-1 w-full rtl:-scale-x-100 ${className}`}
    >
      <path className="fill-line" d={allZones} />
      {label && <path className={zoneTones[label]} d={zoneAt(priceLabels.indexOf(label))} />}
    </svg>
  );
}
