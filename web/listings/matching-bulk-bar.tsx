import { useEffect, useRef, useState } from "react";
import type { MatchingAnswer } from "#shared/listings/own-product-contract.ts";
import { matchingPricesQuery, type MatchingInput } from "./listing-queries.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { BulkReport, counted } from "#web/ui/tables/bulk-report.tsx";
import { PriceDialog } from "./price-dialog.tsx";
import { SelectionBar, withObject } from "#web/ui/tables/selection-bar.tsx";
import { describeSteps, StepsProgress } from "#web/ui/tables/steps-report.tsx";
import type { MatchingCars } from "./use-matching-cars.ts";
import { useMatchingChange } from "./use-matching-change.ts";

/** An action for all cars that match. Without a name for the API, it changes prices. */
export type MatchingAction = { label: string; done: string; consequence: string } & {
  action: Exclude<MatchingInput["action"], "price"> | null;
};

const things = { one: "car", many: "cars" };

type MatchingBulkBarProps = {
  matching: MatchingCars;
  actions: readonly MatchingAction[];
  currency: string;
};

/** Bulk actions on every car that matches the search and filters, and a report of the result. */
export function MatchingBulkBar({ matching, actions, currency }: MatchingBulkBarProps) {
  const change = useMatchingChange();
  const [chosen, setChosen] = useState<MatchingAction | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [last, setLast] = useState({ done: "", count: 0 });
  const [wasCleared, setCleared] = useState(false);
  const selectionStatus = useRef<HTMLParagraphElement>(null);
  const reportStatus = useRef<HTMLParagraphElement>(null);
  const wasRun = useRef(false);
  const { count } = matching;
  const isSelected = count !== null;
  useEffect(() => {
    // The button that selects them all has disappeared.
    if (isSelected) selectionStatus.current?.focus();
  }, [isSelected]);
  if ((isSelected || matching.selection.rows.length > 0) && wasCleared) setCleared(false);

  async function run(action: MatchingAction, body: MatchingInput) {
    setLast({ done: action.done, count: body.count ?? 0 });
    if (!(await change.run(body))) return;
    wasRun.current = true;
    setOpen(false);
    matching.leave();
    matching.selection.set([]);
  }

  /** Keeps focus nearby when the focused button disappears. */
  function focusSelectionStatus() {
    setCleared(true);
    selectionStatus.current?.focus();
  }

  return (
    <>
      {change.result && (
        <BulkReport
          ref={reportStatus}
          {...describeSteps(change.result, { ...last, things })}
          undo={null}
          close={() => {
            focusSelectionStatus();
            change.clear();
          }}
        />
      )}
      <SelectionBar
        ref={selectionStatus}
        selected={isSelected ? describeSelected(count, matching.isFiltered) : null}
        wasCleared={wasCleared}
        actions={actions}
        onChoose={(action) => {
          wasRun.current = false;
          change.clearError();
          setChosen(action);
          setOpen(true);
        }}
        onClear={() => {
          matching.leave();
          matching.selection.set([]);
          focusSelectionStatus();
        }}
      />
      <ActionDialog
        open={isOpen}
        action={chosen}
        matching={matching}
        last={last.count}
        change={change}
        currency={currency}
        returnFocusTo={() => (wasRun.current ? reportStatus.current : null)}
        onClose={() => setOpen(false)}
        onConfirm={(body) => chosen && void run(chosen, body)}
      />
    </>
  );
}

/** Asks for the change of prices, or for a confirmation. */
function ActionDialog({
  action,
  matching: { filter, count },
  last,
  change,
  currency,
  onConfirm,
  ...dialog
}: {
  open: boolean;
  /** Kept while the dialog fades out, like the number of cars. */
  action: MatchingAction | null;
  matching: MatchingCars;
  last: number;
  change: ReturnType<typeof useMatchingChange>;
  currency: string;
  returnFocusTo: () => HTMLElement | null;
  onClose: () => void;
  onConfirm: (body: MatchingInput) => void;
}) {
  const shared = { filter, count: count ?? undefined };
  const busy = change.progress !== null;
  const progress = <StepsProgress progress={change.progress} total={last} error={change.error} />;
  if (action?.action === null)
    return (
      <PriceDialog<MatchingAnswer>
        {...dialog}
        // The progress stays in view.
        onClose={() => !busy && dialog.onClose()}
        busy={busy}
        currency={currency}
        previewOf={(by) => matchingPricesQuery(by, filter)}
        // The number that was shown, which the server compares.
        describe={(answer) => ({ count: count ?? 0, summary: describePreview(answer) })}
        onConfirm={(by, { asOf }) =>
          onConfirm({ ...shared, action: "price", change: by, asOf: asOf ?? undefined })
        }
      >
        <p className="text-sm text-muted">{action.consequence}</p>
        {progress}
      </PriceDialog>
    );
  const what = withObject(action?.label ?? "", counted(count ?? last, things));
  return (
    <ConfirmDialog
      {...dialog}
      busy={busy}
      title={`${what}?`}
      confirmLabel={what}
      confirmLook="primary"
      onConfirm={() => action?.action && onConfirm({ ...shared, action: action.action })}
    >
      <p>{action?.consequence}</p>
      {progress}
    </ConfirmDialog>
  );
}

function describePreview({ total, cars }: MatchingAnswer): string {
  return total > cars.length
    ? `The first ${cars.length} of ${counted(total, things)}`
    : counted(total, things);
}

function describeSelected(count: number, isFiltered: boolean): string {
  return isFiltered
    ? `All ${counted(count, things)} that match`
    : `All your ${counted(count, things)}`;
}
