import { priceLabels, type PriceLabel } from "#shared/listings/price-label.ts";
import type { RatedCar } from "#shared/valuation/valuation-contract.ts";
import { zoneTones } from "#web/ui/price-strip.tsx";

/** A part of the bar of prices; `start` and `width` are percent of the whole bar. */
type Zone = { name: string; tone: string; start: number; width: number };

const zoneNames: Record<PriceLabel, string> = {
  great: "Great",
  good: "Good",
  fair: "Fair",
  high: "High",
  very_high: "Very high",
};

const evenWidth = 100 / priceLabels.length;

/** One zone for each label, all as wide as each other. */
const labelZones: Zone[] = priceLabels.map((label, at) => ({
  name: zoneNames[label],
  tone: zoneTones[label],
  start: at * evenWidth,
  width: evenWidth,
}));

/** A rough estimate has no labels, only the range of most cars. */
const roughZones: Zone[] = [
  { name: "Less", tone: "fill-line", start: 0, width: 20 },
  { name: "Eight of ten similar cars", tone: "fill-brass", start: 20, width: 60 },
  { name: "More", tone: "fill-line", start: 80, width: 20 },
];

/** Not at the very edge, where half of a mark would be cut off. */
const edge = 1;

/** The bar of a rated price: its zones, the prices between them, and where the price and the estimate are, in percent. */
export function priceZones(valuation: PlacedCar) {
  const { price, estimate, label } = valuation;
  const zones = valuation.limits ? labelZones : roughZones;
  const limits = valuation.limits ?? [valuation.low, valuation.high];
  // A label stays if the price is only a little beyond its limit, and then so does the price on the bar.
  const own = label === null ? null : labelZones[priceLabels.indexOf(label)]!;
  return {
    zones,
    limits,
    own,
    price: within(placeOf(price, zones, limits), own),
    estimate: within(placeOf(estimate, zones, limits), null),
  };
}

export type PlacedCar = Pick<RatedCar, "price" | "estimate" | "label" | "low" | "high" | "limits">;

/** Each zone has a scale of its own. The first and the last, which have no end, are as long as the ones beside them. */
function placeOf(amount: number, zones: readonly Zone[], limits: readonly number[]): number {
  const at = limits.filter((limit) => amount > limit).length;
  const first = limits[0]!;
  const last = limits.at(-1)!;
  const from = limits[at - 1] ?? first - (limits[1]! - first);
  const to = limits[at] ?? last + (last - limits.at(-2)!);
  const share = to > from ? (amount - from) / (to - from) : 0.5;
  const { start, width } = zones[at]!;
  return start + Math.max(0, Math.min(1, share)) * width;
}

function within(place: number, zone: Zone | null): number {
  const { start, width } = zone ?? { start: 0, width: 100 };
  return Math.max(start + edge, Math.min(start + width - edge, place));
}
