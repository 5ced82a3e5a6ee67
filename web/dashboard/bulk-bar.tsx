import { useState, type ReactNode } from "react";
import { Button } from "#web/ui/button.tsx";
import type { ButtonLook } from "#web/ui/button-class.ts";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import type { Selection } from "#web/ui/use-selection.ts";
import { BulkReport, counted, type Things } from "./bulk-report.tsx";
import { useBulkAct } from "./use-bulk-act.ts";

/** Names shown in the question; the rest is counted. */
const mostNamed = 8;

type Outcome = { count: number; message?: string | undefined };

export type BulkAct<Row> = {
  /** The deed: "Verify". */
  label: string;
  /** The deed done: "verified". */
  done: string;
  look?: ButtonLook;
  /** What follows from it, beside the question. */
  consequence: ReactNode;
  act: (row: Row) => Promise<Outcome>;
  /** How it is taken back, where it can be. */
  undo?: { done: string; act: (row: Row) => Promise<Outcome> };
};

type BulkBarProps<Row> = {
  selection: Selection<Row>;
  things: Things;
  acts: readonly BulkAct<Row>[];
  /** Reads the lists again that the acts change. */
  after: () => Promise<unknown>;
};

/** What can be done to the marked rows at once, and what came of it. */
export function BulkBar<Row>({ selection, things, acts, after }: BulkBarProps<Row>) {
  const { rows } = selection;
  const [asked, setAsked] = useState<BulkAct<Row> | null>(null);
  const [open, setOpen] = useState(false);
  const [last, setLast] = useState<BulkAct<Row> | null>(null);
  const deed = useBulkAct<Row>((row) => (asked ?? acts[0]!).act(row), after);
  const undoing = useBulkAct<Row>((row) => last!.undo!.act(row), after);

  async function run(act: BulkAct<Row>) {
    undoing.forget();
    const { refused } = await deed.run(rows);
    setLast(act);
    setOpen(false);
    // What was refused stays marked: it is what is left to look at.
    selection.keep(refused.map(({ row }) => row));
  }

  const what = counted(rows.length, things);
  const named = rows.slice(0, mostNamed).map(selection.nameOf);
  const shown = undoing.report ?? deed.report;
  return (
    <>
      {shown && last && (
        <BulkReport
          report={shown}
          things={things}
          done={undoing.report ? (last.undo?.done ?? "") : last.done}
          nameOf={selection.nameOf}
          close={() => {
            deed.forget();
            undoing.forget();
          }}
          undo={
            last.undo && deed.report && !undoing.report && deed.report.done.length > 0
              ? {
                  busy: undoing.tried !== null,
                  run: () => void undoing.run(deed.report?.done ?? []),
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
        <p role="status" className="mr-auto text-sm">
          {rows.length > 0 ? `${what} selected` : ""}
        </p>
        {rows.length > 0 &&
          acts.map((act) => (
            <Button
              key={act.label}
              look={act.look ?? "secondary"}
              size="small"
              onClick={() => {
                setAsked(act);
                setOpen(true);
              }}
            >
              {act.label} selected
            </Button>
          ))}
        {rows.length > 0 && (
          <Button look="quiet" size="small" onClick={() => selection.keep([])}>
            Clear selection
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={open}
        title={`${asked?.label ?? ""} ${rows.length === 1 ? `${things.one} ${named[0] ?? ""}` : what}?`}
        confirmLabel={`${asked?.label ?? ""} ${what}`}
        confirmLook={asked?.look === "danger" ? "danger" : "primary"}
        busy={deed.tried !== null}
        onClose={() => deed.tried === null && setOpen(false)}
        onConfirm={() => asked && void run(asked)}
      >
        <p>{asked?.consequence}</p>
        {rows.length > 1 && (
          <ul className="mt-3 list-disc pl-5">
            {named.map((name, at) => (
              <li key={`${at} ${name}`}>{name}</li>
            ))}
            {rows.length > named.length && <li>and {rows.length - named.length} more</li>}
          </ul>
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
