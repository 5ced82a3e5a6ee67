import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { priceRoundings, type PriceChange } from "#shared/listings/change-price.ts";
import type { BulkOutcome } from "#shared/listings/own-product-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { readMoney } from "#shared/money/read-money.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { readNumber } from "#shared/text/read-number.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { SelectField } from "#web/ui/fields/select-field.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import type { Elements } from "#web/ui/fields/elements.ts";

type Typed = {
  direction: "lower" | "raise";
  unit: "percent" | "amount";
  by: string;
  roundTo: string;
};

const initial: Typed = { direction: "lower", unit: "percent", by: "", roundTo: "1" };
/** Wait for a pause in typing before each preview. */
const pauseMs = 300;

type PreviewAnswer = { cars: readonly BulkOutcome[] };

type PriceFormProps<Answer extends PreviewAnswer> = {
  currency: string;
  busy: boolean;
  previewOf: (change: PriceChange) => {
    queryKey: readonly unknown[];
    queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
    gcTime: number;
  };
  /** How many prices would change, and that in words. */
  describe: (answer: Answer) => { count: number; summary: string };
  onClose: () => void;
  onConfirm: (change: PriceChange, answer: Answer) => void;
  /** Below the preview: progress, or why it failed. */
  children?: Elements;
};

type PriceDialogProps<Answer extends PreviewAnswer> = PriceFormProps<Answer> & {
  open: boolean;
  returnFocusTo: () => HTMLElement | null;
};

/** Asks how prices are to change, and shows them before and after. */
export function PriceDialog<Answer extends PreviewAnswer>({
  open,
  returnFocusTo,
  ...form
}: PriceDialogProps<Answer>) {
  return (
    <Dialog
      open={open}
      onClose={form.onClose}
      returnFocusTo={returnFocusTo}
      title="Change prices"
      description="Buyers see the new prices right away, and each car keeps its price history."
    >
      <PriceForm {...form} />
    </Dialog>
  );
}

function PriceForm<Answer extends PreviewAnswer>({
  currency,
  busy,
  previewOf,
  describe,
  onClose,
  onConfirm,
  children,
}: PriceFormProps<Answer>) {
  const [typed, setTyped] = useState(initial);
  const { preview, change, error } = usePreview(typed, previewOf, currency);
  const { data } = preview;
  const set = (changes: Partial<Typed>) => setTyped((now) => ({ ...now, ...changes }));
  const { count, summary } = data ? describe(data) : { count: 0, summary: "" };

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (data && change && count > 0) onConfirm(change, data);
      }}
    >
      <ChangeFields
        typed={typed}
        set={set}
        currency={currency}
        error={error ?? preview.error?.message}
      />
      {preview.isLoading && <Loading label="Computing the prices" />}
      {data && <Preview cars={data.cars} summary={summary} currency={currency} />}
      {children}
      <div className="flex flex-wrap-reverse justify-end gap-3">
        <Button look="secondary" disabled={busy} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" busy={busy} disabled={count === 0}>
          {count === 0
            ? "Change prices"
            : `Change ${formatNumber(count)} ${count === 1 ? "price" : "prices"}`}
        </Button>
      </div>
    </form>
  );
}

function ChangeFields({
  typed,
  set,
  currency,
  error,
}: {
  typed: Typed;
  set: (changes: Partial<Typed>) => void;
  currency: string;
  error: string | undefined;
}) {
  return (
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
        error={error}
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
  );
}

/** The server's preview of what is typed; none while it is not a valid change. */
function usePreview<Answer extends PreviewAnswer>(
  typed: Typed,
  previewOf: PriceFormProps<Answer>["previewOf"],
  currency: string,
) {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const read = readChange(typed, currency);
  const asked = readChange(settled, currency);
  const change = "kind" in asked ? asked : null;
  const query = useQuery({
    ...previewOf(change ?? { kind: "amount", by: 0 }),
    enabled: change !== null,
  });
  // A preview of earlier input must not be confirmed.
  const isCurrent = typed === settled && change !== null;
  return {
    preview: {
      data: isCurrent ? query.data : undefined,
      error: isCurrent ? query.error : null,
      isLoading: "kind" in read && (!isCurrent || query.isPending),
    },
    change,
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

function Preview({
  cars,
  summary,
  currency,
}: {
  cars: readonly BulkOutcome[];
  summary: string;
  currency: string;
}) {
  const price = (amount: number | null) => (amount === null ? "–" : formatMajor(amount, currency));
  return (
    <div>
      <p role="status" className="text-sm">
        {summary}
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
                    <span>{price(car.before)}</span>
                  </span>{" "}
                  <span aria-hidden="true">→</span>
                  <span className="sr-only"> to</span> <span>{price(car.after)}</span>
                </span>
              ) : (
                <span className="text-muted">{`Left out: ${car.message ?? ""}`}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
