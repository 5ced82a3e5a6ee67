import { PriceStrip } from "#web/ui/price-strip.tsx";
import { priceZones, type PlacedCar } from "./price-zones.ts";

/** The strip of a card with the price's place within its zone. */
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
