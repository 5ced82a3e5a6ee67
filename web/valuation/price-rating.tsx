import { Link } from "react-router";
import { listingPath } from "#shared/listings/listing-path.ts";
import { formatMajor } from "#shared/money/money.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import type { RatedCar, Valuation, ValuedAttribute } from "#shared/valuation/valuation-contract.ts";
import type { PriceLabel } from "#shared/listings/price-label.ts";
import { Icon } from "#web/ui/icon.tsx";
import { LatePricePictures } from "./late-price-pictures.tsx";
import { PriceStripWithMark } from "./price-strip-with-mark.tsx";

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

/** A car's rating in one line, as on its card, with its place among other prices. */
export function RatingInBrief({ valuation, explainedAt }: RatingInBriefProps) {
  return (
    <div className="mt-3 basis-full">
      <PriceStripWithMark valuation={valuation} />
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
    </div>
  );
}

const verdictColors: Record<PriceLabel, string> = {
  great: "text-success",
  good: "text-success",
  fair: "text-ink",
  high: "text-danger",
  very_high: "text-danger",
};

/** How a car's price compares with similar cars, and why; or why it is not rated. */
export function PriceRating({ valuation, car }: PriceRatingProps) {
  if (!valuation.isRated)
    return <p className="text-muted">{`This price is not rated. ${valuation.reason}`}</p>;
  const { currency, low, high, noLabel, label } = valuation;
  const money = (amount: number) => formatMajor(Math.round(amount), currency);
  return (
    <>
      <p className={`display text-3xl ${label ? verdictColors[label] : ""}`}>{valuation.title}</p>
      <p className="mt-1">{valuation.text}</p>
      <p className="mt-1 text-muted">{`We estimate ${money(valuation.estimate)}. Eight of ten similar cars are offered for ${money(low)} to ${money(high)}.`}</p>
      {noLabel && <p className="mt-1">{noLabel}</p>}
      <LatePricePictures valuation={valuation} car={car} />
      <details open className="filter-section mt-6">
        <summary>
          <span>{`How we got to ${money(valuation.estimate)}`}</span>
          <Icon name="chevron" size={18} />
        </summary>
        <Adjustments valuation={valuation} />
      </details>
      <details className="filter-section">
        <summary>
          <span>Comparable cars</span>
          <Icon name="chevron" size={18} />
        </summary>
        <Comparables valuation={valuation} />
      </details>
    </>
  );
}

/** Each step from a typical car to this one, with a bar to the left for what lowers the price and to the right otherwise. */
function Adjustments({ valuation }: { valuation: RatedCar }) {
  const { base, adjustments, estimate, currency, basis, version } = valuation;
  const money = (amount: number) => formatMajor(Math.round(amount), currency);
  const most = Math.max(...adjustments.map(({ amount }) => Math.abs(amount)));
  return (
    <>
      <dl className="grid grid-cols-[minmax(0,auto)_1fr_auto] gap-x-4 sm:gap-x-8">
        <Step name="A typical car in this shop" amount={money(base)} />
        {adjustments.map(({ attribute, amount }) => (
          <Step
            key={attribute}
            name={attributeNames[attribute]}
            amount={`${amount < 0 ? "−" : "+"}${money(Math.abs(amount))}`}
            share={amount / most}
          />
        ))}
        <Step name="Estimate" amount={money(estimate)} isTotal />
      </dl>
      <p className="mt-2 mb-5 text-sm text-muted">{`Learned from ${
        basis.level === "market"
          ? `${formatNumber(basis.cars)} cars of other makes, because there are too few of this make`
          : `${formatNumber(version.cars)} cars, ${formatNumber(basis.cars)} of them of this model`
      }. For half of the cars, the estimate is within ${(version.medianError * 100).toFixed(1)}% of the price. The seller, photos and advertising do not count.`}</p>
    </>
  );
}

type StepProps = {
  name: string;
  amount: string;
  /** Of the largest step, and negative for what lowers the price. */
  share?: number;
  isTotal?: boolean;
};

function Step({ name, amount, share, isTotal = false }: StepProps) {
  return (
    <div
      className={`col-span-3 grid grid-cols-subgrid items-center border-t py-2 ${isTotal ? "border-edge font-medium" : "border-line"}`}
    >
      <dt className={share === undefined ? "col-span-2" : "text-muted"}>{name}</dt>
      <dd
        className={
          share === undefined
            ? "text-end"
            : "col-span-2 grid grid-cols-subgrid items-center text-end"
        }
      >
        {share !== undefined && <Bar share={share} />}
        <span>{amount}</span>
      </dd>
    </div>
  );
}

function Bar({ share }: { share: number }) {
  const width = Math.abs(share) * 50;
  return (
    <svg aria-hidden="true" className="h-3 w-full">
      <rect
        x={`${share < 0 ? 50 - width : 50}%`}
        width={`${width}%`}
        height="100%"
        className={share < 0 ? "fill-zone-high" : "fill-zone-good"}
      />
      <line x1="50%" x2="50%" y2="100%" className="stroke-edge" />
    </svg>
  );
}

/** Cars of the same model, so what differs comes first. */
function Comparables({
  valuation: { comparables, fewComparables, currency },
}: {
  valuation: RatedCar;
}) {
  return (
    <>
      {fewComparables && <p className="mb-4 text-muted">{fewComparables}</p>}
      <ul className="mb-5 grid grid-cols-[auto_auto_1fr] gap-x-6 empty:hidden sm:gap-x-12">
        {comparables.map((car) => (
          <li key={car._id} className="col-span-3 grid grid-cols-subgrid border-t border-line py-2">
            <span>{car.year ?? "Year not stated"}</span>
            <span>
              {car.mileage === null
                ? "Mileage not stated"
                : `${formatNumber(car.mileage)} ${car.mileageUnit ?? "mi"}`}
            </span>
            <span className="text-end">{formatMajor(car.price, currency)}</span>
            <span className="col-span-3 text-sm text-muted">
              <Link
                prefetch="intent"
                to={listingPath(car)}
                className="text-link inline-flex min-h-8 items-center wrap-anywhere"
              >
                {car.name}
              </Link>
              <span>{`: ${car.differences.join(", ") || "no stated difference"}`}</span>
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
