import type { Ref } from "react";
import { Button } from "#web/ui/button.tsx";
import type { BulkResult } from "./use-bulk-action.ts";

/** Singular and plural of the listed items. */
export type Things = { one: string; many: string };

/** A count with its noun. */
export function counted(count: number, things: Things): string {
  return `${count} ${count === 1 ? things.one : things.many}`;
}

type BulkReportProps<Row> = {
  /** The status text, which takes focus when its buttons disappear. */
  ref: Ref<HTMLParagraphElement>;
  result: BulkResult<Row>;
  things: Things;
  /** What was done, in the past tense: "verified". */
  done: string;
  nameOf: (row: Row) => string;
  undo: { busy: boolean; run: () => void } | null;
  close: () => void;
};

/** Which rows succeeded, which failed, and why. */
export function BulkReport<Row>({
  ref,
  result,
  things,
  done,
  nameOf,
  undo,
  close,
}: BulkReportProps<Row>) {
  return (
    <section
      aria-label="Result"
      className="mb-4 border-l-2 border-brass bg-raised px-4 py-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-3">
        <p ref={ref} tabIndex={-1} role="status" className="mr-auto font-medium">
          {`${counted(result.done.length, things)} ${done}`}
          {result.refused.length > 0 && `, ${result.refused.length} failed`}
        </p>
        {undo && (
          <Button look="secondary" size="small" busy={undo.busy} onClick={undo.run}>
            Undo
          </Button>
        )}
        <Button look="quiet" size="small" onClick={close}>
          Close
        </Button>
      </div>
      {result.refused.length > 0 && (
        <ul className="mt-2 space-y-1">
          {result.refused.map(({ row, why }, at) => (
            <li key={`${at} ${nameOf(row)}`}>
              <span className="font-medium">{nameOf(row)}:</span> {why}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
