import { useRef, useState, type ReactElement, type ReactNode } from "react";
import type { ButtonLook } from "../button-class.ts";
import { ConfirmDialog } from "../confirm-dialog.tsx";
import type { Selection } from "./use-selection.ts";
import { BulkReport, counted, type Things } from "./bulk-report.tsx";
import { SelectionBar, withObject } from "./selection-bar.tsx";
import { type BulkChange, type BulkResult, useBulkAction } from "./use-bulk-action.ts";

type RunnableAction<Row> = {
  /** Past tense for the report: "verified". */
  done: string;
  change: BulkChange<Row>;
  /** How to undo it, if possible. */
  undo?: { done: string; change: BulkChange<Row> };
};

type ConfirmedAction<Row> = RunnableAction<Row> & {
  /** Consequence, shown in the confirmation. */
  consequence: ReactNode;
};

/** The dialog of an action that asks for more than a confirmation. */
export type BulkDialogProps<Row> = {
  open: boolean;
  rows: readonly Row[];
  busy: boolean;
  returnFocusTo: () => HTMLElement | null;
  onClose: () => void;
  onConfirm: (action: RunnableAction<Row>) => void;
};

export type BulkAction<Row> = {
  /** Button label: "Verify". */
  label: string;
  look?: ButtonLook;
} & (ConfirmedAction<Row> | { dialog: (props: BulkDialogProps<Row>) => ReactElement });

type BulkBarProps<Row> = {
  selection: Selection<Row>;
  things: Things;
  actions: readonly BulkAction<Row>[];
  /** Distinguishes rows with the same name in the confirmation. */
  detailOf?: (row: Row) => string;
  /** Refetches the lists that the actions change. */
  after: () => Promise<unknown>;
  /** Offers more than the selected rows, beside their number. */
  offer?: ReactNode;
};

/** Actions for the selected rows, and a report of the result. */
export function BulkBar<Row>({ offer, ...bar }: BulkBarProps<Row>) {
  const { selection, things, actions, detailOf, after } = bar;
  const bulk = useUndoableAction(selection, after);
  const [chosen, setChosen] = useState<BulkAction<Row> | null>(null);
  const [isConfirmOpen, setConfirmOpen] = useState(false);
  const [wasCleared, setCleared] = useState(false);
  const selectionStatus = useRef<HTMLParagraphElement>(null);
  const reportStatus = useRef<HTMLParagraphElement>(null);
  const wasRun = useRef(false);

  async function run(action: RunnableAction<Row>) {
    await bulk.run(action);
    wasRun.current = true;
    setConfirmOpen(false);
  }

  async function undo() {
    // The Undo button disappears.
    reportStatus.current?.focus();
    await bulk.undo();
    reportStatus.current?.focus();
  }

  const dialog = {
    open: isConfirmOpen,
    returnFocusTo: () => (wasRun.current ? reportStatus.current : null),
    onClose: () => setConfirmOpen(false),
    onConfirm: (action: RunnableAction<Row>) => void run(action),
  };

  /** Keeps focus nearby when the focused button disappears. */
  function focusSelectionStatus() {
    setCleared(true);
    selectionStatus.current?.focus();
  }

  return (
    <>
      {bulk.report && (
        <BulkReport
          ref={reportStatus}
          {...describe(bulk.report, things, selection.nameOf)}
          close={() => {
            focusSelectionStatus();
            bulk.clear();
          }}
          undo={bulk.canUndo ? { busy: bulk.isUndoing, run: () => void undo() } : null}
        />
      )}
      <SelectionBar
        ref={selectionStatus}
        selected={selection.rows.length > 0 ? counted(selection.rows.length, things) : null}
        wasCleared={wasCleared}
        offer={offer}
        actions={actions}
        onChoose={(action) => {
          wasRun.current = false;
          setChosen(action);
          setConfirmOpen(true);
        }}
        onClear={() => {
          focusSelectionStatus();
          selection.keep([]);
        }}
      />
      {chosen && "dialog" in chosen ? (
        chosen.dialog({ ...dialog, rows: selection.rows, busy: bulk.progress !== null })
      ) : (
        <BulkConfirmDialog
          {...dialog}
          selection={selection}
          things={things}
          detailOf={detailOf}
          action={chosen}
          progress={bulk.progress}
          onConfirm={() => chosen && dialog.onConfirm(chosen)}
        />
      )}
    </>
  );
}

function describe<Row>(
  { result: { done, refused }, done: verb }: { result: BulkResult<Row>; done: string },
  things: Things,
  nameOf: (row: Row) => string,
) {
  const failed = refused.length > 0 ? `, ${refused.length} failed` : "";
  return {
    summary: `${counted(done.length, things)} ${verb}${failed}`,
    failures: refused.map(({ row, why }) => ({ name: nameOf(row), why })),
  };
}

/** Runs an action on the selected rows, and its undo on the rows where it succeeded. */
function useUndoableAction<Row>(selection: Selection<Row>, after: () => Promise<unknown>) {
  const action = useBulkAction<Row>(after);
  const undo = useBulkAction<Row>(after);
  const [last, setLast] = useState<RunnableAction<Row> | null>(null);
  const result = undo.result ?? action.result;
  return {
    report: result && last && { result, done: undo.result ? (last.undo?.done ?? "") : last.done },
    canUndo:
      last?.undo !== undefined && undo.result === null && (action.result?.done.length ?? 0) > 0,
    /** How many rows are done; null when not running. */
    progress: action.progress,
    isUndoing: undo.progress !== null,
    async run(next: RunnableAction<Row>) {
      undo.clear();
      const { refused } = await action.run(selection.rows, next.change);
      setLast(next);
      // Failed rows stay selected for review.
      selection.keep(refused.map(({ row }) => row));
    },
    async undo() {
      if (last?.undo) await undo.run(action.result?.done ?? [], last.undo.change);
    },
    clear() {
      action.clear();
      undo.clear();
    },
  };
}

function BulkConfirmDialog<Row>({
  action,
  selection: { rows, nameOf },
  things,
  detailOf,
  progress,
  ...dialog
}: Pick<BulkBarProps<Row>, "selection" | "things"> & {
  open: boolean;
  /** Kept while the dialog fades out. */
  action: (ConfirmedAction<Row> & Pick<BulkAction<Row>, "label" | "look">) | null;
  detailOf: ((row: Row) => string) | undefined;
  progress: number | null;
  returnFocusTo: () => HTMLElement | null;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const label = action?.label ?? "";
  const what = counted(rows.length, things);
  return (
    <ConfirmDialog
      {...dialog}
      title={`${withObject(label, rows.length === 1 ? `${things.one} ${rows.map(nameOf).join("")}` : what)}?`}
      confirmLabel={withObject(label, what)}
      confirmLook={action?.look === "danger" ? "danger" : "primary"}
      busy={progress !== null}
    >
      <p>{action?.consequence}</p>
      {(rows.length > 1 || detailOf) && (
        <AffectedRows
          label={what}
          rows={rows.map((row) => ({ name: nameOf(row), detail: detailOf?.(row) }))}
        />
      )}
      {progress !== null && typeof action?.change === "function" && (
        <p role="status" className="mt-3">{`${progress} of ${rows.length} done`}</p>
      )}
    </ConfirmDialog>
  );
}

/** From this many rows on, the list may need to scroll. */
const many = 5;

/** Names every affected row in the confirmation. */
function AffectedRows({
  label,
  rows,
}: {
  label: string;
  rows: { name: string; detail: string | undefined }[];
}) {
  return (
    <div
      role="region"
      aria-label={label}
      // Makes the list scrollable by keyboard.
      tabIndex={rows.length < many ? undefined : 0}
      className="mt-3 max-h-60 overflow-y-auto"
    >
      <ul className="list-disc pl-5">
        {rows.map(({ name, detail }, at) => (
          <li key={`${at} ${name}`} className="wrap-anywhere">
            <span>{name}</span> {detail && <span className="block text-sm">{detail}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
