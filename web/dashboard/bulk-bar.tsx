import { useRef, useState, type ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import type { ButtonLook } from "#web/ui/button-class.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { Selection } from "#web/ui/use-selection.ts";
import { BulkReport, counted, type Things } from "./bulk-report.tsx";
import { useBulkAction } from "./use-bulk-action.ts";

type Outcome = { count: number; message?: string | undefined };

export type BulkAction<Row> = {
  /** Button label: "Verify". */
  label: string;
  /** Past tense for the report: "verified". */
  done: string;
  look?: ButtonLook;
  /** Consequence, shown in the confirmation. */
  consequence: ReactNode;
  act: (row: Row) => Promise<Outcome>;
  /** How to undo it, if possible. */
  undo?: { done: string; act: (row: Row) => Promise<Outcome> };
};

type BulkBarProps<Row> = {
  selection: Selection<Row>;
  things: Things;
  acts: readonly BulkAction<Row>[];
  /** Distinguishes rows with the same name in the confirmation. */
  detailOf?: (row: Row) => string;
  /** Refetches the lists that the actions change. */
  after: () => Promise<unknown>;
};

/** Actions for the selected rows, and a report of the result. */
export function BulkBar<Row>({ selection, things, acts, detailOf, after }: BulkBarProps<Row>) {
  const { rows } = selection;
  const [asked, setAsked] = useState<BulkAction<Row> | null>(null);
  const [open, setOpen] = useState(false);
  const [last, setLast] = useState<BulkAction<Row> | null>(null);
  const deed = useBulkAction<Row>((row) => (asked ?? acts[0]!).act(row), after);
  const undoing = useBulkAction<Row>((row) => last!.undo!.act(row), after);
  const [wasEmptied, setEmptied] = useState(false);
  const status = useRef<HTMLParagraphElement>(null);
  const whatWasDone = useRef<HTMLParagraphElement>(null);
  const isDone = useRef(false);

  async function run(act: BulkAction<Row>) {
    undoing.forget();
    const { refused } = await deed.run(rows);
    setLast(act);
    setOpen(false);
    isDone.current = true;
    // Failed rows stay selected so that the admin can review them.
    selection.keep(refused.map(({ row }) => row));
  }

  async function undo() {
    // The Undo button disappears.
    whatWasDone.current?.focus();
    await undoing.run(deed.report?.done ?? []);
    whatWasDone.current?.focus();
  }

  /** Keeps focus nearby when the focused button disappears. */
  function restHere() {
    setEmptied(true);
    status.current?.focus();
  }

  const what = counted(rows.length, things);
  const shown = undoing.report ?? deed.report;
  return (
    <>
      {shown && last && (
        <BulkReport
          ref={whatWasDone}
          report={shown}
          things={things}
          done={undoing.report ? (last.undo?.done ?? "") : last.done}
          nameOf={selection.nameOf}
          close={() => {
            restHere();
            deed.forget();
            undoing.forget();
          }}
          undo={
            last.undo && deed.report && !undoing.report && deed.report.done.length > 0
              ? {
                  busy: undoing.tried !== null,
                  run: () => void undo(),
                }
              : null
          }
        />
      )}
      <div
        className={
          rows.length > 0
            ? "sticky top-20 z-10 mb-4 flex flex-wrap items-center gap-3 border-y border-brass bg-raised px-4 py-2"
            : ""
        }
      >
        <p ref={status} tabIndex={-1} role="status" className="mr-auto text-sm">
          {rows.length > 0 ? `${what} selected` : wasEmptied ? "Nothing selected" : ""}
        </p>
        {rows.length > 0 &&
          acts.map((act) => (
            <Button
              key={act.label}
              look={act.look ?? "secondary"}
              size="small"
              onClick={() => {
                isDone.current = false;
                setAsked(act);
                setOpen(true);
              }}
            >
              {act.label} selected
            </Button>
          ))}
        {rows.length > 0 && (
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              restHere();
              selection.keep([]);
            }}
          >
            Clear selection
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={open}
        title={`${asked?.label ?? ""} ${rows.length === 1 ? `${things.one} ${rows.map(selection.nameOf).join("")}` : what}?`}
        confirmLabel={`${asked?.label ?? ""} ${what}`}
        confirmLook={asked?.look === "danger" ? "danger" : "primary"}
        busy={deed.tried !== null}
        returnFocusTo={() => (isDone.current ? whatWasDone.current : null)}
        onClose={() => setOpen(false)}
        onConfirm={() => asked && void run(asked)}
      >
        <p>{asked?.consequence}</p>
        {(rows.length > 1 || detailOf) && (
          <Everybody
            label={what}
            rows={rows.map((row) => ({ name: selection.nameOf(row), detail: detailOf?.(row) }))}
          />
        )}
        {deed.tried !== null && (
          <p role="status" className="mt-3">
            {deed.tried} of {rows.length} done
          </p>
        )}
      </ConfirmDialog>
    </>
  );
}

/** From this many rows on, the list may need to scroll. */
const many = 5;

/** Names every affected row in the confirmation. */
function Everybody({
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
            {name} {detail && <span className="block text-sm">{detail}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
