import { priceLabels, type PriceLabel } from "#shared/listings/price-label.ts";
import { priceZones, zoneTones, type PlacedCar } from "./price-zones.ts";

/** Of one zone, between it and the next, and of the whole strip. */
const zone = 18;
const step = 20.5;
const height = 4;
const zoneAt = (at: number) => `M${at * step} 0h${zone}v${height}h-${zone}z`;
const allZones = priceLabels.map((_label, at) => zoneAt(at)).join("");

/** In which of the five zones a price is, at a glance: the words beside it say the same. */
function PriceStrip({
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

/** The same with the price's place within its zone. */
export function PriceStripWithMark({ valuation }: { valuation: PlacedCar }) {
  const place = `${priceZones(valuation).price}%`;
  return (
    <div dir="ltr" className="relative pt-2.5">
      <svg aria-hidden="true" className="absolute top-0 h-2.5 w-full overflow-visible">
        <svg x={place} className="overflow-visible">
          <path d="M-5 0h10l-5 7z" className="fill-ink" />
        </svg>
      </svg>
      <PriceStrip label={valuation.label} />
    </div>
  );
}
