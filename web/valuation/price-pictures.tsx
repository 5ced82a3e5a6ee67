import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import type { RatedCar } from "#shared/valuation/valuation-contract.ts";

const width = 320;
const edge = 8;

type Place = { year: number | null; mileage: number | null; mileageUnit: string | null };

/** Where the price stands among comparable cars, and prices by mileage and year. Each picture has a text. */
export function PricePictures({ valuation, car }: { valuation: RatedCar; car: Place }) {
  const { comparables, price } = valuation;
  const own = { ...car, price };
  const withMileage = comparables.filter(({ mileageUnit }) => mileageUnit === car.mileageUnit);
  return (
    <>
      <PriceLine valuation={valuation} />
      {comparables.length > 1 && (
        <div className="mt-6 grid gap-6 sm:grid-cols-2">
          <Scatter
            title="Price by mileage"
            verb="has"
            own={own}
            others={withMileage}
            valueOf={({ mileage }) => mileage}
            format={(value) => `${formatNumber(value)} ${car.mileageUnit ?? "mi"}`}
            currency={valuation.currency}
          />
          <Scatter
            title="Price by year"
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

/** A scale from the lowest to the highest value, between the edges of a picture. */
function scale(values: number[], from: number, to: number) {
  const low = Math.min(...values);
  const span = Math.max(...values) - low || 1;
  return (value: number) => from + ((value - low) / span) * (to - from);
}

function PriceLine({ valuation }: { valuation: RatedCar }) {
  const { price, low, high, estimate, comparables, currency } = valuation;
  const others = comparables.map((car) => car.price);
  const x = scale([price, low, high, ...others], edge, width - edge);
  const cheaper = others.filter((other) => other < price).length;
  const money = (amount: number) => formatMajor(Math.round(amount), currency);
  return (
    <figure className="mt-5">
      <svg
        viewBox={`0 0 ${width} 44`}
        className="w-full max-w-xl"
        role="img"
        aria-label="This price among comparable cars"
      >
        <rect
          x={x(low)}
          y={14}
          width={x(high) - x(low)}
          height={16}
          rx={4}
          className="fill-well stroke-line"
        />
        <line x1={x(estimate)} x2={x(estimate)} y1={10} y2={34} className="stroke-edge" />
        {others.map((other, at) => (
          <circle key={at} cx={x(other)} cy={22} r={3.5} className="fill-none stroke-edge" />
        ))}
        <circle cx={x(price)} cy={22} r={6} className="fill-action-ink" />
      </svg>
      <figcaption className="text-sm text-muted">
        The filled dot is this car at {money(price)}. The band is the range of {money(low)} to{" "}
        {money(high)} with the estimate as a line
        {others.length > 0 &&
          `; circles are ${others.length} comparable cars, of which ${cheaper === 0 ? "none cost" : cheaper === 1 ? "one costs" : `${cheaper} cost`} less`}
        .{others.length > 0 && " The estimate counts what they have more or less than this car."}
      </figcaption>
    </figure>
  );
}

type ScatterProps<Car extends { price: number }> = {
  title: string;
  /** Between "this car" and its value. */
  verb: string;
  own: Car;
  others: Car[];
  valueOf: (car: Car) => number | null;
  format: (value: number) => string;
  currency: string;
};

function Scatter<Car extends Place & { price: number }>(props: ScatterProps<Car>) {
  const { title, verb, own, valueOf, format, currency } = props;
  const ownValue = valueOf(own);
  const others = props.others.flatMap((car) => {
    const value = valueOf(car);
    return value === null ? [] : [{ value, price: car.price }];
  });
  if (ownValue === null) return null;
  const values = [ownValue, ...others.map(({ value }) => value)];
  if (new Set(values).size < 2) return null;
  const prices = [own.price, ...others.map(({ price }) => price)];
  const height = 160;
  const x = scale(values, edge, width - edge);
  const y = scale(prices, height - edge, edge);
  const between = (some: number[], write: (value: number) => string) =>
    `${write(Math.min(...some))} to ${write(Math.max(...some))}`;
  return (
    <figure>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className="w-full border-b border-l border-line"
        role="img"
        aria-label={title}
      >
        {others.map(({ value, price }, at) => (
          <circle key={at} cx={x(value)} cy={y(price)} r={4} className="fill-none stroke-edge" />
        ))}
        <circle cx={x(ownValue)} cy={y(own.price)} r={6} className="fill-action-ink" />
      </svg>
      <figcaption className="mt-1 text-sm text-muted">
        {title}: this car {verb} {format(ownValue)}. Shown are {between(values, format)} and{" "}
        {between(prices, (price) => formatMajor(price, currency))}.
      </figcaption>
    </figure>
  );
}
