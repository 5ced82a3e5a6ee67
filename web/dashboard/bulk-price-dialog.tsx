import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { priceRoundings, type PriceChange } from "#shared/listings/change-price.ts";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import type { BulkAnswer, BulkOutcome } from "#shared/listings/own-product-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { readMoney } from "#shared/money/read-money.ts";
import { readNumber } from "#shared/text/read-number.ts";
import { changeInBulk, pricePreviewQuery } from "#web/listings/listing-queries.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { SelectField } from "#web/ui/select-field.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import type { BulkDialogProps } from "./bulk-bar.tsx";
import { bulkResultOf } from "./bulk-result-of.ts";

type Typed = {
  direction: "lower" | "raise";
  unit: "percent" | "amount";
  by: string;
  roundTo: string;
};

const initial: Typed = { direction: "lower", unit: "percent", by: "", roundTo: "1" };
/** Wait for a pause in typing before each preview. */
const pauseMs = 300;

/** Changes the prices of the selected cars, with each price before and after. */
export function BulkPriceDialog(props: BulkDialogProps<OwnProduct>) {
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      returnFocusTo={props.returnFocusTo}
      title="Change prices"
      description="Buyers see the new prices right away, and each car keeps its price history."
    >
      <PriceForm {...props} />
    </Dialog>
  );
}

function PriceForm({ rows, busy, onClose, onConfirm }: BulkDialogProps<OwnProduct>) {
  const currency = rows[0]?.currency ?? "USD";
  const [typed, setTyped] = useState(initial);
  const { preview, error } = usePreview(typed, rows, currency);
  const set = (change: Partial<Typed>) => setTyped((now) => ({ ...now, ...change }));
  const changed = preview.data?.cars.filter(({ isDone }) => isDone) ?? [];

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (preview.data && changed.length > 0) onConfirm(priceAction(preview.data));
      }}
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <SelectField
          label="Direction"
          value={typed.direction}
          options={[
            { value: "lower", label: "Lower" },
            { value: "raise", label: "Raise" },
          ]}
          onChange={({ target }) => set({ direction: target.value as Typed["direction"] })}
        />
        <SelectField
          label="By"
          value={typed.unit}
          options={[
            { value: "percent", label: "A percentage" },
            { value: "amount", label: `An amount in ${currency}` },
          ]}
          onChange={({ target }) => set({ unit: target.value as Typed["unit"] })}
        />
        <TextField
          label={typed.unit === "percent" ? "Percentage" : "Amount"}
          value={typed.by}
          inputMode="decimal"
          autoComplete="off"
          error={error ?? preview.error?.message}
          onChange={({ target }) => set({ by: target.value })}
        />
        {typed.unit === "percent" && (
          <SelectField
            label="Round to"
            value={typed.roundTo}
            options={priceRoundings.map((step) => ({
              value: String(step),
              label: step === 0 ? "Do not round" : `The nearest ${formatMajor(step, currency)}`,
            }))}
            onChange={({ target }) => set({ roundTo: target.value })}
          />
        )}
      </div>
      {preview.isLoading && <Loading label="Computing the prices" />}
      {preview.data && <Preview cars={preview.data.cars} currency={currency} />}
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} disabled={changed.length === 0}>
          {changed.length === 0
            ? "Change prices"
            : `Change ${changed.length} ${changed.length === 1 ? "price" : "prices"}`}
        </Button>
      </div>
    </form>
  );
}

/** The server's preview of what is typed; none while it is not a valid change. */
function usePreview(typed: Typed, rows: readonly OwnProduct[], currency: string) {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const read = readChange(typed, currency);
  const asked = readChange(settled, currency);
  const change = "kind" in asked ? asked : null;
  const query = useQuery({
    ...pricePreviewQuery(
      change ?? { kind: "amount", by: 0 },
      rows.map(({ _id }) => _id),
    ),
    enabled: change !== null,
    placeholderData: keepPreviousData,
  });
  // A preview of earlier input must not be confirmed.
  const isCurrent = typed === settled && change !== null && !query.isPlaceholderData;
  return {
    preview: {
      data: isCurrent ? query.data : undefined,
      error: isCurrent ? query.error : null,
      isLoading: "kind" in read && (!isCurrent || query.isPending),
    },
    error: "error" in read ? read.error : undefined,
  };
}

/** The change as typed. Empty input is neither a change nor an error. */
function readChange(
  { direction, unit, by, roundTo }: Typed,
  currency: string,
): PriceChange | { error: string | undefined } {
  const sign = direction === "lower" ? -1 : 1;
  if (by.trim() === "") return { error: undefined };
  if (unit === "amount") {
    const read = readMoney(by, { currency, label: "Amount" });
    return "error" in read ? read : { kind: "amount", by: sign * read.amount };
  }
  const percent = readNumber(by.replace(/%\s*$/, "").trim());
  if (percent === null || percent <= 0)
    return { error: "Enter a percentage above zero, like 5 or 2.5." };
  const step = priceRoundings.find((one) => String(one) === roundTo) ?? 1;
  return { kind: "percent", by: sign * percent, roundTo: step };
}

/** Sets exactly the prices that were shown. A car whose price has changed meanwhile is left out. */
function priceAction({ cars }: BulkAnswer) {
  const shown = cars.filter(({ isDone }) => isDone);
  const set =
    (price: "before" | "after", seen: "before" | "after") =>
    async (rows: readonly OwnProduct[]) => {
      const ids = new Set(rows.map(({ _id }) => _id));
      const answer = await changeInBulk({
        action: "price",
        change: { kind: "each" },
        cars: shown
          .filter(({ _id }) => ids.has(_id))
          .map((car) => ({
            _id: car._id,
            from: car[seen] ?? undefined,
            resalePrice: car[price] ?? undefined,
          })),
      });
      const leftOut = cars.filter(({ _id, isDone }) => !isDone && ids.has(_id));
      return bulkResultOf(rows, [...answer.cars, ...leftOut]);
    };
  return {
    done: "changed in price",
    change: { all: set("after", "before") },
    undo: { done: "back at the earlier price", change: { all: set("before", "after") } },
  };
}

function Preview({ cars, currency }: { cars: readonly BulkOutcome[]; currency: string }) {
  const leftOut = cars.filter(({ isDone }) => !isDone).length;
  const price = (amount: number | null) => (amount === null ? "–" : formatMajor(amount, currency));
  return (
    <div>
      <p role="status" className="text-sm">
        {cars.length - leftOut} of {cars.length} {cars.length === 1 ? "price" : "prices"} would
        change
        {leftOut > 0 && `, ${leftOut} left out`}
      </p>
      <div
        role="region"
        aria-label="Preview"
        tabIndex={0}
        className="mt-2 max-h-72 overflow-y-auto"
      >
        <ul className="divide-y divide-line text-sm">
          {cars.map((car) => (
            <li key={car._id} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span className="font-medium">{car.name ?? "Unknown car"}</span>
              {car.isDone ? (
                <span className="tabular-nums">
                  <span className="text-muted">
                    <span className="sr-only">from </span>
                    {price(car.before)}
                  </span>{" "}
                  <span aria-hidden="true">→</span>
                  <span className="sr-only"> to</span> {price(car.after)}
                </span>
              ) : (
                <span className="text-muted">Left out: {car.message}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
