import { useId } from "react";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { PriceBar } from "./price-bar.tsx";
import { axisOf, scale, shortMoney, shortNumber } from "./price-axis.ts";
import type { RatedCar } from "#shared/valuation/valuation-contract.ts";

const width = 320;
const edge = 8;
/** Years between the oldest and the newest car of a picture by year. */
const fewestYears = 4;

type Place = { year: number | null; mileage: number | null; mileageUnit: string | null };

/** Where the price stands among comparable cars, and prices by mileage and year. Each picture has a text. */
export function PricePictures({ valuation, car }: { valuation: RatedCar; car: Place }) {
  const { price } = valuation;
  const own = { ...car, price };
  const comparables = valuation.comparables.filter((other) => fits(other.price, valuation));
  const left = valuation.comparables.length - comparables.length;
  const withMileage = comparables.filter(({ mileageUnit }) => mileageUnit === car.mileageUnit);
  return (
    <>
      <PriceBar valuation={{ ...valuation, comparables }} />
      {left > 0 && <p className="mt-1 text-sm text-muted">{leftWords(left)}</p>}
      {comparables.length > 1 && (
        <div className="mt-6 grid gap-6 sm:grid-cols-2">
          <Scatter
            title="Price by mileage"
            unit={`Mileage (${car.mileageUnit ?? "mi"})`}
            shortFormat={shortNumber}
            verb="has"
            own={own}
            others={withMileage}
            valueOf={({ mileage }) => mileage}
            format={(value) => `${formatNumber(value)} ${car.mileageUnit ?? "mi"}`}
            currency={valuation.currency}
          />
          <Scatter
            title="Price by year"
            leastSpan={fewestYears}
            unit="Year"
            shortFormat={String}
            verb="is from"
            own={own}
            others={comparables}
            valueOf={({ year }) => year}
            format={String}
            currency={valuation.currency}
          />
        </div>
      )}
    </>
  );
}

/** A comparable car beyond so many times the estimate, or below that part of it, would press all others into one spot. */
const furthest = 3;

const fits = (price: number, { estimate }: RatedCar) =>
  price <= estimate * furthest && price >= estimate / furthest;

const leftWords = (cars: number) =>
  `${cars === 1 ? "One comparable car is" : `${cars} comparable cars are`} not in the pictures: ${cars === 1 ? "its price is" : "their prices are"} more than three times the estimate, or less than a third of it.`;

type ScatterProps<Car extends { price: number }> = {
  title: string;
  /** What is below the picture, with its unit. */
  unit: string;
  /** Between "this car" and its value. */
  verb: string;
  own: Car;
  others: Car[];
  valueOf: (car: Car) => number | null;
  format: (value: number) => string;
  /** The same for the labels of the axis, where there is little room. */
  shortFormat: (value: number) => string;
  currency: string;
  /** With a smaller difference between the values, a picture says nothing. */
  leastSpan?: number;
};

function Scatter<Car extends Place & { price: number }>(props: ScatterProps<Car>) {
  const caption = useId();
  const { title, unit, verb, own, valueOf, format, shortFormat, currency, leastSpan = 0 } = props;
  const ownValue = valueOf(own);
  const others = props.others.flatMap((car) => {
    const value = valueOf(car);
    return value === null ? [] : [{ value, price: car.price }];
  });
  if (ownValue === null) return null;
  const values = [ownValue, ...others.map(({ value }) => value)];
  const span = Math.max(...values) - Math.min(...values);
  if (span === 0 || span < leastSpan) return null;
  const prices = [own.price, ...others.map(({ price }) => price)];
  const across = axisOf(values, 4);
  const up = axisOf(prices, 4);
  const top = 26;
  const bottom = 160;
  const left = 52;
  const x = scale(across, left + edge, width - 2 * edge);
  const y = scale(up, bottom - edge, top);
  const money = (price: number) => formatMajor(price, currency);
  const between = (some: number[], write: (value: number) => string) =>
    `${write(Math.min(...some))} to ${write(Math.max(...some))}`;
  return (
    <figure className="only:col-span-full sm:only:grid sm:only:grid-cols-2 sm:only:items-end sm:only:gap-x-6">
      <svg
        viewBox={`0 0 ${width} 200`}
        className="w-full"
        role="img"
        aria-label={title}
        aria-describedby={caption}
      >
        <text x={0} y={12} className={label}>
          Price
        </text>
        {up.map((tick) => (
          <g key={tick}>
            <line x1={left} x2={width} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={left - 6} y={y(tick) + 4} textAnchor="end" className={label}>
              {shortMoney(currency)(tick)}
            </text>
          </g>
        ))}
        <AxisBelow axis={across} x={x} y={bottom} from={left} write={shortFormat} />
        <text x={(left + width) / 2} y={197} textAnchor="middle" className={label}>
          {unit}
        </text>
        {others.map(({ value, price }, at) => (
          <circle key={at} cx={x(value)} cy={y(price)} r={4} className="fill-none stroke-edge" />
        ))}
        <circle cx={x(ownValue)} cy={y(own.price)} r={6} className="fill-action-ink" />
      </svg>
      <figcaption id={caption} className="mt-1 text-sm text-muted">
        <span>{`${title}: this car ${verb} ${format(ownValue)}. Shown are ${between(values, format)} and ${between(prices, money)}.`}</span>
        <span className="sr-only">{` This car: ${format(ownValue)}, ${money(own.price)}. Comparable cars: ${others.map(({ value, price }) => `${format(value)}, ${money(price)}`).join("; ")}.`}</span>
      </figcaption>
    </figure>
  );
}

const label = "fill-muted text-[12px]";

type AxisProps = {
  axis: number[];
  x: (value: number) => number;
  y: number;
  from?: number;
  write: (value: number) => string;
};

/** A line with a label at each of its values. */
function AxisBelow({ axis, x, y, from = 0, write }: AxisProps) {
  return (
    <>
      <line x1={from} x2={width} y1={y} y2={y} className="stroke-edge" />
      {axis.map((tick, at) => (
        <g key={tick}>
          <line x1={x(tick)} x2={x(tick)} y1={y} y2={y + 4} className="stroke-edge" />
          <text
            x={x(tick)}
            y={y + 17}
            textAnchor={
              at === axis.length - 1 ? "end" : at === 0 && from === 0 ? "start" : "middle"
            }
            className={label}
          >
            {write(tick)}
          </text>
        </g>
      ))}
    </>
  );
}
