import { Link } from "react-router";
import { listingPath } from "#shared/listings/listing-path.ts";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import type { RatedCar, Valuation, ValuedAttribute } from "#shared/valuation/valuation-contract.ts";
import { LatePricePictures } from "./late-price-pictures.tsx";

const attributeNames: Record<ValuedAttribute, string> = {
  model: "Make, model and body",
  year: "Year",
  mileage: "Mileage",
  fuel: "Fuel",
  transmission: "Transmission",
  engineSize: "Engine size",
  fuelEconomy: "Fuel economy",
  annualTax: "Yearly tax",
  condition: "Type",
};

type PriceRatingProps = {
  valuation: Valuation;
  car: { year: number | null; mileage: number | null; mileageUnit: string | null };
};

type RatingInBriefProps = {
  valuation: RatedCar;
  /** Where the page says why. */
  explainedAt: string;
};

/** A car's rating in one line, as on its card. */
export function RatingInBrief({ valuation, explainedAt }: RatingInBriefProps) {
  return (
    <p className="price-rating mt-1">
      <b className={valuation.label ?? undefined}>{valuation.title}</b>{" "}
      <span>{valuation.text}</span>{" "}
      <a
        href={explainedAt}
        className="text-link ms-1 inline-flex min-h-8 items-center whitespace-nowrap"
      >
        See why
      </a>
    </p>
  );
}

/** How a car's price compares with similar cars, and why; or why it is not rated. */
export function PriceRating({ valuation, car }: PriceRatingProps) {
  if (!valuation.isRated)
    return <p className="text-muted">{`This price is not rated. ${valuation.reason}`}</p>;
  const { currency, low, high, noLabel } = valuation;
  const money = (amount: number) => formatMajor(Math.round(amount), currency);
  return (
    <>
      <p className="text-lg font-medium">{valuation.title}</p>
      <p>{valuation.text}</p>
      <p className="mt-1 text-muted">{`We estimate ${money(valuation.estimate)}. Eight of ten similar cars are offered for ${money(low)} to ${money(high)}.`}</p>
      {noLabel && <p className="mt-1">{noLabel}</p>}
      <LatePricePictures valuation={valuation} car={car} />
      <details className="mt-6 border-t border-line pt-3">
        <summary className="cursor-pointer font-medium">{`How we got to ${money(valuation.estimate)}`}</summary>
        <Adjustments valuation={valuation} />
      </details>
      <details className="mt-3 border-t border-line pt-3">
        <summary className="cursor-pointer font-medium">Comparable cars</summary>
        <Comparables valuation={valuation} />
      </details>
    </>
  );
}

function Adjustments({ valuation }: { valuation: RatedCar }) {
  const { base, adjustments, estimate, currency, basis, version } = valuation;
  const money = (amount: number) => formatMajor(Math.round(amount), currency);
  const rows = [
    { name: "A typical car in this shop", amount: money(base) },
    ...adjustments.map(({ attribute, amount }) => ({
      name: attributeNames[attribute],
      amount: `${amount < 0 ? "−" : "+"}${money(Math.abs(amount))}`,
    })),
  ];
  return (
    <>
      <dl className="mt-3">
        {rows.map(({ name, amount }) => (
          <div key={name} className="flex justify-between gap-6 border-t border-line py-2">
            <dt className="text-muted">{name}</dt>
            <dd className="tabular-nums">{amount}</dd>
          </div>
        ))}
        <div className="flex justify-between gap-6 border-t border-edge py-2 font-medium">
          <dt>Estimate</dt>
          <dd className="tabular-nums">{money(estimate)}</dd>
        </div>
      </dl>
      <p className="mt-2 text-sm text-muted">{`Learned from ${
        basis.level === "market"
          ? `${formatNumber(basis.cars)} cars of other makes, because there are too few of this make`
          : `${formatNumber(version.cars)} cars, ${formatNumber(basis.cars)} of them of this model`
      }. For half of the cars, the estimate is within ${(version.medianError * 100).toFixed(1)}% of the price. The seller, photos and advertising do not count.`}</p>
    </>
  );
}

function Comparables({
  valuation: { comparables, fewComparables, currency },
}: {
  valuation: RatedCar;
}) {
  return (
    <>
      {fewComparables && <p className="mt-3 text-muted">{fewComparables}</p>}
      <ul className="mt-3 empty:hidden">
        {comparables.map((car) => (
          <li key={car._id} className="flex justify-between gap-6 border-t border-line py-2">
            <span className="min-w-0">
              <Link prefetch="intent" to={listingPath(car)} className="text-link wrap-anywhere">
                {car.name}
              </Link>
              <span className="block text-sm text-muted">
                {car.differences.join(", ") || "No stated difference"}
              </span>
            </span>
            <span className="tabular-nums">{formatMajor(car.price, currency)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
