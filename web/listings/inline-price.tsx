import { Pencil } from "lucide-react";
import { useId, useRef, useState, type KeyboardEvent } from "react";
import type { OwnProduct } from "#shared/listings/listing-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { readMoney } from "#shared/money/read-money.ts";
import { isolate } from "#shared/text/isolate.ts";
import { toast } from "#web/platform/toast.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { Price } from "#web/ui/price.tsx";
import type { ConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { useChangeProduct } from "./listing-queries.ts";

type InlinePriceProps = {
  product: OwnProduct;
  /** The car whose price is being changed. */
  editing: Pick<ConfirmedRow<OwnProduct>, "row" | "open" | "ask" | "close">;
};

/**
 * A car's price with a button to change it in place: Enter saves, Escape cancels, Undo sets the earlier price again. On
 * small screens, the row's menu has the button.
 */
export function InlinePrice({ product, editing }: InlinePriceProps) {
  const { name, resalePrice, currency } = product;
  const { isEditing, error, before, opener, ...price } = usePriceChange(product, editing);
  if (isEditing)
    return (
      <PriceForm
        name={name}
        initial={formatMajor(resalePrice, currency)}
        error={error}
        busy={price.busy}
        onSave={(typed) => void price.saveTyped(typed)}
        onCancel={price.close}
      />
    );
  return (
    <span className="md:flex md:flex-col md:items-end">
      <span className="md:inline-flex md:items-center">
        <Price amount={resalePrice} currency={currency} className="md:display md:text-lg" />
        {product.allowedActions.includes("edit") && (
          <IconButton
            ref={opener}
            label={`Change the price of ${isolate(name)}`}
            className="-me-3 max-md:hidden"
            onClick={price.open}
          >
            <Pencil aria-hidden="true" size={14} strokeWidth={1.5} />
          </IconButton>
        )}
      </span>
      {before !== null && (
        <span className="flex items-center gap-2 text-sm text-muted">
          <span>{`Was ${formatMajor(before, currency)}`}</span>
          <Button
            look="quiet"
            size="small"
            busy={price.busy}
            aria-label={`Undo the price change of ${isolate(name)}`}
            onClick={() => void price.undo(before)}
          >
            Undo
          </Button>
        </span>
      )}
      {error !== null && (
        <span role="alert" className="text-sm text-danger">
          {error}
        </span>
      )}
    </span>
  );
}

function usePriceChange(product: OwnProduct, editing: InlinePriceProps["editing"]) {
  const { _id, name, resalePrice, currency } = product;
  const change = useChangeProduct(_id);
  const isEditing = editing.open && editing.row?._id === _id;
  const [error, setError] = useState<string | null>(null);
  const [before, setBefore] = useState<number | null>(null);
  const opener = useRef<HTMLButtonElement>(null);

  function close() {
    const row = document.activeElement?.closest('[role="row"]');
    editing.close();
    setError(null);
    // Once the field is gone.
    requestAnimationFrame(() => {
      opener.current?.focus();
      // The button is hidden on small screens.
      if (document.activeElement !== opener.current)
        row?.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.focus();
    });
  }

  /** Returns whether the price was changed. If not, `error` says why. */
  async function save(price: number): Promise<boolean> {
    try {
      const { modifiedCount, message } = await change.mutateAsync({ resalePrice: price });
      if (modifiedCount > 0)
        toast.success(`${isolate(name)} now costs ${formatMajor(price, currency)}`);
      setError(modifiedCount > 0 ? null : (message ?? "Nothing was changed."));
      return modifiedCount > 0;
    } catch (failure) {
      setError(failure instanceof Error ? failure.message : "Nothing was changed.");
      return false;
    }
  }

  async function saveTyped(typed: string) {
    const read = readMoney(typed, { currency, label: "Price" });
    if ("error" in read) return setError(read.error);
    if (read.amount !== resalePrice) {
      if (!(await save(read.amount))) return;
      setBefore(resalePrice);
    }
    close();
  }

  async function undo(price: number) {
    if (await save(price)) setBefore(null);
    opener.current?.focus();
  }

  const open = () => editing.ask(product);
  return { isEditing, error, before, opener, busy: change.isPending, open, close, saveTyped, undo };
}

function PriceForm({
  name,
  initial,
  error,
  busy,
  onSave,
  onCancel,
}: {
  name: string;
  initial: string;
  error: string | null;
  busy: boolean;
  onSave: (typed: string) => void;
  onCancel: () => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState(initial);

  function cancelOnEscape(event: KeyboardEvent) {
    if (event.key === "Escape" && !busy) onCancel();
  }

  return (
    <form
      noValidate
      className="flex w-44 flex-col items-stretch gap-1 py-1 md:ms-auto"
      onKeyDown={cancelOnEscape}
      onSubmit={(event) => {
        event.preventDefault();
        if (!busy) onSave(typed);
      }}
    >
      <label htmlFor={id} className="sr-only">
        New price of <bdi>{name}</bdi>
      </label>
      <input
        id={id}
        // The field replaces the button that was pressed.
        ref={(field) => {
          if (field && field.dataset.ready === undefined) {
            field.dataset.ready = "";
            field.focus();
            field.select();
          }
        }}
        value={typed}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
        onChange={({ target: { value } }) => setTyped(value)}
        className="field-box min-h-11 text-right"
      />
      {error !== null && (
        <span id={`${id}-error`} role="alert" className="text-sm text-danger">
          {error}
        </span>
      )}
      <span className="flex justify-end gap-2">
        <Button look="quiet" size="small" disabled={busy} onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" look="secondary" size="small" busy={busy}>
          Save
        </Button>
      </span>
    </form>
  );
}
