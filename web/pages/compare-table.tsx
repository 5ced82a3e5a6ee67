import {
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { Link } from "react-router";
import { listingPath } from "#shared/listings/listing-path.ts";
import { formatMajor } from "#shared/money/money.ts";
import { isolate } from "#shared/text/isolate.ts";
import { chooseCar } from "#web/compare/chosen-cars.ts";
import { bestValues, compareFacts, type ComparedRow } from "#web/compare/compare-facts.ts";
import { comparePath } from "#web/compare/compare-path.ts";
import { NameStrip } from "#web/compare/name-strip.tsx";
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
  const best = bestValues(listed);
  const canDiffer = listed.length > 1;
  const shown = isShort && canDiffer ? rows.filter((row) => !row.isSame) : rows;
  const columns = gridOf[cars.length]!;
  const { table, head, strip, isStripShown, moveStrip } = useNameStrip();
  return (
    <>
      {canDiffer && (
        <label className="mb-4 flex min-h-10 items-center gap-3 text-sm sm:justify-end [@media(scripting:none)]:hidden">
          <input
            ref={field}
            type="checkbox"
            checked={isShort}
            onChange={({ target }) => setShort(target.checked)}
            className="size-4.5 accent-action-ink"
          />
          Hide facts that are the same
        </label>
      )}
      {isStripShown && <NameStrip ref={strip} cars={cars.map(inStrip)} columns={columns} />}
      {/* Focusable, so that the keyboard can scroll it. A phone shows two cars and scrolls to others; wider screens have
          room for all. */}
      <div
        ref={table}
        role="region"
        aria-labelledby="compare"
        tabIndex={0}
        onScroll={moveStrip}
        className="isolate max-sm:snap-x max-sm:snap-mandatory max-sm:overflow-x-auto"
      >
        <table className="w-full border-separate border-spacing-0 text-start align-top max-xl:block">
          <CarHeads cars={cars} columns={columns} nameRow={head} />
          <tbody className="max-xl:block">
            {shown.map((row) => (
              <FactRow
                key={row.label}
                row={row}
                cars={cars}
                columns={columns}
                best={best.find(({ label }) => label === row.label)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/**
 * Below 1280 px, a row is a grid of that many cars, with its label above their values. A phone shows two columns; more are
 * half as wide each as it has room for, and reach out of it.
 */
const gridOf: Record<number, string> = {
  1: "max-xl:grid max-xl:grid-cols-1",
  2: "max-xl:grid max-xl:grid-cols-2 max-xl:gap-x-4",
  3: "max-xl:grid max-xl:grid-cols-3 max-xl:gap-x-4 max-sm:w-[calc(150%+0.5rem)]",
  4: "max-xl:grid max-xl:grid-cols-4 max-xl:gap-x-4 max-sm:w-[calc(200%+1rem)]",
};

/** The strip with the names shows while the table is in the window and its own names are not. It scrolls with the table. */
function useNameStrip() {
  const table = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLTableRowElement>(null);
  const strip = useRef<HTMLDivElement>(null);
  const [isStripShown, setStripShown] = useState(false);
  useEffect(() => {
    const inView = new Map<Element, boolean>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) inView.set(target, isIntersecting);
      setStripShown(inView.get(table.current!) === true && inView.get(head.current!) === false);
    });
    observer.observe(table.current!);
    observer.observe(head.current!);
    return () => observer.disconnect();
  }, []);
  function moveStrip() {
    if (strip.current && table.current) strip.current.scrollLeft = table.current.scrollLeft;
  }
  useLayoutEffect(moveStrip, [isStripShown]);
  return { table, head, strip, isStripShown, moveStrip };
}

function inStrip({ product }: ComparedCar) {
  return (
    product && {
      name: product.name,
      price: formatMajor(product.resalePrice, product.currency),
    }
  );
}

function FactRow({
  row: { label, values, isDifferent },
  cars,
  columns,
  best,
}: {
  row: ComparedRow;
  cars: readonly ComparedCar[];
  columns: string;
  best: ReturnType<typeof bestValues>[number] | undefined;
}) {
  const missing = label === ratingLabel ? "Not rated" : "Not stated";
  const listedAt = placesOf(cars);
  return (
    <tr className={`${columns} max-xl:border-t max-xl:border-line max-xl:py-2`}>
      <th
        scope="row"
        className="text-start font-normal text-muted max-xl:col-span-full max-xl:text-xs xl:w-44 xl:min-w-44 xl:border-t xl:border-line xl:py-2.5 xl:pe-3"
      >
        {/* Stays where it is while a phone scrolls to other cars. */}
        <span className="max-xl:sticky max-xl:start-0">{label}</span>
        {isDifferent && <span className="sr-only"> differs</span>}
      </th>
      {valuesOf(cars, values).map((value, at) => (
        <td
          key={cars[at]!.id}
          className={`min-w-0 snap-start wrap-anywhere xl:border-t xl:border-line xl:p-3 xl:py-2.5 ${isDifferent ? "font-medium" : ""}`}
        >
          <span className={value == null ? "font-normal text-muted" : ""}>{value ?? missing}</span>
          {best?.places.includes(listedAt[at]!) && (
            <>
              {" "}
              <span className="rounded-soft bg-success/12 px-1.5 text-sm whitespace-nowrap text-success">
                {best.word}
              </span>
            </>
          )}
        </td>
      ))}
    </tr>
  );
}

/** The place of each car among those that are listed. */
function placesOf(cars: readonly ComparedCar[]): (number | null)[] {
  let at = 0;
  return cars.map(({ product }) => (product ? at++ : null));
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

/** Pictures, names with prices, and actions. On wide screens the names stay on the screen when the table is scrolled. */
function CarHeads({
  cars,
  columns,
  nameRow,
}: {
  cars: readonly ComparedCar[];
  columns: string;
  nameRow: RefObject<HTMLTableRowElement | null>;
}) {
  return (
    <thead className="max-xl:block">
      <tr className={columns}>
        <td className="max-xl:hidden" />
        {cars.map(({ id, product }) => (
          <td key={id} className="min-w-0 snap-start align-bottom xl:w-1/4 xl:min-w-56 xl:px-3">
            {product && (
              <CarPicture
                src={product.image}
                alt={product.name}
                isIllustration={product.imageIsIllustration}
                sizes="(min-width: 40rem) 25vw, 50vw"
              />
            )}
          </td>
        ))}
      </tr>
      <tr ref={nameRow} className={columns}>
        <td className={`max-xl:hidden ${stickyNames} z-30`} />
        {cars.map(({ id, product }) => (
          <th
            key={id}
            scope="col"
            className={`min-w-0 py-2 text-start align-top font-normal ${stickyNames} z-20 xl:px-3`}
          >
            {product ? <NameAndPrice product={product} /> : "This car is no longer listed."}
          </th>
        ))}
      </tr>
      <tr className={columns}>
        <td className="max-xl:hidden" />
        {cars.map((car) => (
          <td key={car.id} className="min-w-0 pb-4 align-top xl:px-3 xl:pt-3">
            <Actions car={car} rest={cars.filter(({ id }) => id !== car.id)} />
          </td>
        ))}
      </tr>
    </thead>
  );
}

const stickyNames =
  "xl:sticky xl:top-18 xl:border-b xl:border-line xl:bg-paper xl:[@media(scripting:none)]:top-0";

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
          size="medium"
          className="scroll-mt-48 max-sm:w-full"
          aria-label={`Book Now: ${isolate(product.name)}`}
        >
          Book Now
        </LinkButton>
      )}
      <Link
        prefetch="intent"
        to={comparePath(rest.map((other) => other.id))}
        preventScrollReset
        onClick={() => chooseCar({ id, name: "", image: "" }, false)}
        aria-label={`Remove ${product?.name ?? "this car"} from the comparison`}
        className="text-link inline-flex min-h-8 scroll-mt-48 items-center text-sm"
      >
        Remove
      </Link>
    </div>
  );
}
