import { useState, type ReactNode } from "react";
import { Link } from "react-router";
import { listingPath } from "#shared/listings/listing-path.ts";
import { formatMajor } from "#shared/money/money.ts";
import { chooseCar } from "#web/compare/chosen-cars.ts";
import { compareFacts, type ComparedRow } from "#web/compare/compare-facts.ts";
import { comparePath } from "#web/compare/compare-path.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { factRows } from "#web/listings/all-facts.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { ShownCar } from "./page-services.ts";

type ComparedCar = { id: string; product: ShownCar | null };

/** Cars side by side, with the facts in the order of the car's page. Works without JavaScript. */
export function CompareTable({ cars }: { cars: readonly ComparedCar[] }) {
  const [isShort, setShort] = useState(false);
  const listed = cars.flatMap(({ product }) => (product ? [product] : []));
  const rows = compareFacts(listed.map(rowsOf));
  const canDiffer = listed.length > 1;
  const shown = isShort && canDiffer ? rows.filter((row) => !row.isSame) : rows;
  return (
    <>
      {canDiffer && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 text-sm">
          <p className="text-muted">
            <Mark /> marks facts that differ.
          </p>
          <label className="inline-flex min-h-10 items-center gap-3 [@media(scripting:none)]:hidden">
            <input
              type="checkbox"
              checked={isShort}
              onChange={({ target }) => setShort(target.checked)}
              className="size-4.5 accent-action-ink"
            />
            Hide facts that are the same
          </label>
        </div>
      )}
      {/* Focusable, so that the keyboard can scroll it. */}
      <div
        role="region"
        aria-labelledby="compare"
        tabIndex={0}
        className="-mx-5 overflow-x-auto sm:mx-0"
      >
        <table className="w-full border-collapse text-left align-top">
          <thead>
            <tr>
              <td className="sticky left-0 z-10 bg-paper" />
              {cars.map((car) => (
                <th
                  key={car.id}
                  scope="col"
                  className="min-w-44 p-3 pt-0 align-top font-normal md:w-1/4 md:min-w-56"
                >
                  <CarHead car={car} rest={cars.filter(({ id }) => id !== car.id)} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <FactRow key={row.label} row={row} cars={cars} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function FactRow({
  row: { label, values, isDifferent },
  cars,
}: {
  row: ComparedRow;
  cars: readonly ComparedCar[];
}) {
  const missing = label === ratingLabel ? "Not rated" : "Not stated";
  return (
    <tr className="border-t border-line">
      <th
        scope="row"
        className="sticky left-0 z-10 w-32 min-w-32 bg-paper py-2.5 pr-3 pl-5 text-sm font-normal text-muted sm:pl-0 md:w-44 md:text-base"
      >
        {label}
        {isDifferent && (
          <>
            {"\u00a0"}
            <Mark />
            <span className="sr-only">differs</span>
          </>
        )}
      </th>
      {valuesOf(cars, values).map((value, at) => (
        <td
          key={cars[at]!.id}
          className={`p-3 py-2.5 wrap-anywhere ${isDifferent ? "font-medium" : ""}`}
        >
          {value ?? <span className="text-muted">{missing}</span>}
        </td>
      ))}
    </tr>
  );
}

function Mark() {
  return (
    <span aria-hidden="true" className="font-semibold text-brass-ink">
      ≠
    </span>
  );
}

const ratingLabel = "Price rating";

function rowsOf(product: ShownCar) {
  const { originalPrice, currency, priceRating } = product;
  return [
    { label: "Price", value: formatMajor(product.resalePrice, currency) },
    {
      label: ratingLabel,
      value: priceRating
        ? `${priceRating.title} (${priceRating.text.replace("≈ ", "≈\u00a0")})`
        : null,
    },
    {
      label: "Market Price",
      value:
        originalPrice === null
          ? null
          : `${formatMajor(originalPrice, currency)} (given by the seller)`,
    },
    ...factRows(product, product.details),
    {
      label: "Seller",
      value: `${product.sellerName}${product.isSellerVerified ? " (verified)" : ""}`,
    },
  ];
}

/** The values of a row for every column; a car that is not listed has a dash. */
function valuesOf(cars: readonly ComparedCar[], values: readonly (string | null)[]) {
  let at = 0;
  return cars.map(({ product }): ReactNode => (product ? values[at++] : "–"));
}

function CarHead({ car: { id, product }, rest }: { car: ComparedCar; rest: ComparedCar[] }) {
  return (
    <>
      {product ? <Listed product={product} /> : <p>This car is no longer listed.</p>}
      <Link
        to={comparePath(rest.map((other) => other.id))}
        preventScrollReset
        onClick={() => chooseCar({ id, name: "", image: "" }, false)}
        aria-label={`Remove ${product?.name ?? "this car"} from the comparison`}
        className="text-link mt-2 block w-fit py-1 text-sm"
      >
        Remove
      </Link>
    </>
  );
}

function Listed({ product }: { product: ShownCar }) {
  const path = listingPath(product);
  return (
    <>
      <CarPicture
        src={product.image}
        alt={product.name}
        isIllustration={product.imageIsIllustration}
        sizes="(min-width: 48rem) 25vw, 12rem"
      />
      <p className="display mt-3 text-xl wrap-anywhere">
        <Link to={path} className="text-link">
          {product.name}
        </Link>
      </p>
      {product.status === "available" ? (
        <LinkButton
          to={`${path}?book=${product._id}`}
          size="small"
          className="mt-3"
          aria-label={`Book ${product.name}`}
        >
          Book
        </LinkButton>
      ) : (
        <p className="mt-3 font-medium">{product.status === "sold" ? "Sold" : "Reserved"}</p>
      )}
    </>
  );
}
