import { useRef, useState, type ReactNode } from "react";
import { Link } from "react-router";
import { listingPath } from "#shared/listings/listing-path.ts";
import { formatMajor } from "#shared/money/money.ts";
import { isolate } from "#shared/text/isolate.ts";
import { chooseCar } from "#web/compare/chosen-cars.ts";
import { compareFacts, type ComparedRow } from "#web/compare/compare-facts.ts";
import { comparePath } from "#web/compare/compare-path.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { factRows } from "#web/listings/details/all-facts.ts";
import { useEarlyInput } from "#web/platform/loading/use-early-input.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { ShownCar } from "./page-services.ts";

type ComparedCar = { id: string; product: ShownCar | null };

/** Cars side by side, with the facts in the order of the car's page. Works without JavaScript. */
export function CompareTable({ cars }: { cars: readonly ComparedCar[] }) {
  const [isShort, setShort] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEarlyInput(field, ({ checked }) => setShort(checked));
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
              ref={field}
              type="checkbox"
              checked={isShort}
              onChange={({ target }) => setShort(target.checked)}
              className="size-4.5 accent-action-ink"
            />
            Hide facts that are the same
          </label>
        </div>
      )}
      {/* Focusable, so that the keyboard can scroll it. On small screens it scrolls in both directions, as high as the
          window below the page's header: otherwise its head could not stay. Every row snaps, because only visible
          cells do. Wide screens have room for all cars. */}
      <div
        role="region"
        aria-labelledby="compare"
        tabIndex={0}
        className="isolate -mx-5 snap-x snap-mandatory scroll-pl-33 sm:mx-0 md:scroll-pl-44 max-xl:max-h-[calc(100dvh-4.5rem)] max-xl:overflow-auto print:max-h-none"
      >
        <table className="w-full border-separate border-spacing-0 text-left align-top">
          <CarHeads cars={cars} />
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
    <tr>
      <th
        scope="row"
        className={`${firstColumn} z-10 w-33 min-w-33 border-t border-line py-2.5 pr-3 pl-5 text-sm font-normal text-muted sm:pl-0 md:w-44 md:min-w-44 md:text-base`}
      >
        <span>{label}</span>
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
          className={`snap-start border-t border-line p-3 py-2.5 wrap-anywhere ${isDifferent ? "font-medium" : ""}`}
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

/** Pictures, names with prices, and actions. The names stay on the screen when the table is scrolled. */
function CarHeads({ cars }: { cars: readonly ComparedCar[] }) {
  return (
    <thead>
      <tr>
        <td className={`${firstColumn} z-10`} />
        {cars.map(({ id, product }) => (
          <td key={id} className="min-w-44 px-3 align-bottom md:w-1/4 md:min-w-56">
            {product && (
              <CarPicture
                src={product.image}
                alt={product.name}
                isIllustration={product.imageIsIllustration}
                sizes="(min-width: 48rem) 25vw, 12rem"
              />
            )}
          </td>
        ))}
      </tr>
      <tr>
        <td className={`${firstColumn} ${nameRow} z-30`} />
        {cars.map(({ id, product }) => (
          <th key={id} scope="col" className={`${nameRow} z-20 snap-start px-3 font-normal`}>
            {product ? <NameAndPrice product={product} /> : "This car is no longer listed."}
          </th>
        ))}
      </tr>
      <tr>
        <td className={`${firstColumn} z-10`} />
        {cars.map((car) => (
          <td key={car.id} className="p-3 align-top">
            <Actions car={car} rest={cars.filter(({ id }) => id !== car.id)} />
          </td>
        ))}
      </tr>
    </thead>
  );
}

const firstColumn = "sticky left-0 bg-paper";
const nameRow =
  "sticky top-0 border-b border-line bg-paper py-2 align-top xl:top-18 xl:[@media(scripting:none)]:top-0";

function NameAndPrice({ product }: { product: ShownCar }) {
  return (
    <>
      <p className="display text-lg leading-tight wrap-anywhere md:text-xl">
        <Link prefetch="intent" to={listingPath(product)} className="text-link line-clamp-3">
          {product.name}
        </Link>
      </p>
      <p className="text-sm">
        <span>{formatMajor(product.resalePrice, product.currency)}</span>
        {product.status !== "available" && (
          <span className="font-medium">{` ${product.status === "sold" ? "Sold" : "Reserved"}`}</span>
        )}
      </p>
    </>
  );
}

function Actions({ car: { id, product }, rest }: { car: ComparedCar; rest: ComparedCar[] }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      {product?.status === "available" && (
        <LinkButton
          to={`${listingPath(product)}?book=${product._id}`}
          size="small"
          className="scroll-mt-48"
          aria-label={`Book ${isolate(product.name)}`}
        >
          Book
        </LinkButton>
      )}
      <Link
        prefetch="intent"
        to={comparePath(rest.map((other) => other.id))}
        preventScrollReset
        onClick={() => chooseCar({ id, name: "", image: "" }, false)}
        aria-label={`Remove ${product?.name ?? "this car"} from the comparison`}
        className="text-link scroll-mt-48 py-1 text-sm"
      >
        Remove
      </Link>
    </div>
  );
}
