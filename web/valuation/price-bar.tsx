import { useId } from "react";
import { formatMajor } from "#shared/money/money.ts";
import type { RatedCar } from "#shared/valuation/valuation-contract.ts";
import { shortMoney } from "./price-axis.ts";
import { priceZones } from "./price-zones.ts";

/**
 * The price as a flag and the estimate as a tick on a bar of named zones. Drawn without a `viewBox`, so that the bar is as
 * wide as its place and the letters stay as they are.
 */
export function PriceBar({ valuation }: { valuation: RatedCar }) {
  const caption = useId();
  const { currency, comparables } = valuation;
  const { zones, limits, own, price, estimate } = priceZones(valuation);
  const money = (amount: number) => formatMajor(Math.round(amount), currency);
  const prices = comparables.map((car) => car.price);
  return (
    <figure className="mt-5">
      {/* From the lowest price to the highest in every language. */}
      <div
        dir="ltr"
        role="img"
        aria-label="This price among comparable cars"
        aria-describedby={caption}
      >
        <svg className="block h-13 w-full overflow-visible">
          {zones.map((zone) => (
            <rect
              key={zone.name}
              x={`${zone.start}%`}
              y="2.375rem"
              width={`${zone.width}%`}
              height="0.875rem"
              className={`stroke-paper stroke-2 ${zone.tone} ${!own || own.name === zone.name ? "" : "opacity-30"}`}
            />
          ))}
          <Estimate at={estimate} isRight={estimate > price} />
          <Flag at={price} text={`This car ${money(valuation.price)}`} />
        </svg>
        <div className="flex text-center text-xs text-muted">
          {zones.map((zone) => (
            <span
              key={zone.name}
              className={`min-w-0 pt-1.5 ${zones.length === 5 ? "w-1/5" : "w-1/5 nth-2:w-3/5"} ${own?.name === zone.name ? "font-medium text-ink" : ""}`}
            >
              {zone.name}
            </span>
          ))}
        </div>
        <div className="flex justify-between px-[20%] text-xs text-muted">
          {limits.map((limit, at) => (
            <span key={at} className="flex w-0 justify-center whitespace-nowrap">
              {shortMoney(currency)(Math.round(limit / 100) * 100)}
            </span>
          ))}
        </div>
      </div>
      <figcaption id={caption} className="mt-3 text-sm text-muted">
        <span>{`The flag is this car at ${money(valuation.price)}, the tick our estimate of ${money(valuation.estimate)}.${prices.length > 0 ? ` ${describeOthers(prices, valuation.price)}` : ""}`}</span>
        <span className="sr-only">
          {`${valuation.limits ? ` ${describeZones(valuation.limits.map(money))}` : ""}${prices.length > 0 ? ` The prices of comparable cars: ${prices.map(money).join(", ")}.` : ""}`}
        </span>
      </figcaption>
    </figure>
  );
}

/** Beyond this, in percent, the words of a mark are on its left. */
const turnsAt = 60;

function Flag({ at, text }: { at: number; text: string }) {
  const isLeft = at > turnsAt;
  return (
    <svg x={`${at}%`} className="overflow-visible">
      <line y1="0.125rem" y2="3.25rem" className="stroke-ink stroke-2" />
      <path d={isLeft ? "M0 2h-14l4 5-4 5h14z" : "M0 2h14l-4 5 4 5h-14z"} className="fill-ink" />
      <text
        x={isLeft ? -20 : 20}
        y="0.75rem"
        textAnchor={isLeft ? "end" : "start"}
        className="fill-ink text-sm font-medium"
      >
        {text}
      </text>
    </svg>
  );
}

/** Its word is on the side away from the flag, if there is room. */
function Estimate({ at, isRight }: { at: number; isRight: boolean }) {
  const isStart = isRight ? at < 80 : at < 20;
  return (
    <svg x={`${at}%`} className="overflow-visible">
      <line y1="1.5rem" y2="3.25rem" className="stroke-ink" strokeDasharray="2 2" />
      <text
        x={isStart ? 6 : -6}
        y="2.125rem"
        textAnchor={isStart ? "start" : "end"}
        className="fill-muted text-xs"
      >
        Estimate
      </text>
    </svg>
  );
}

function describeOthers(prices: readonly number[], price: number): string {
  const cheaper = prices.filter((other) => other < price).length;
  if (prices.length === 1)
    return `The only comparable car ${cheaper === 1 ? "costs" : "does not cost"} less.`;
  const less = cheaper === 0 ? "none costs" : cheaper === 1 ? "one costs" : `${cheaper} cost`;
  return `Of ${prices.length} comparable cars, ${less} less.`;
}

function describeZones([great, good, fair, high]: readonly string[]): string {
  return `Up to ${great} is a great price, to ${good} a good one, to ${fair} a fair one, to ${high} a high one, and more is very high.`;
}
