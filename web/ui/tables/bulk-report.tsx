import type { Ref } from "react";
import { formatNumber } from "#shared/text/format-number.ts";
import { Button } from "../button.tsx";

/** Singular and plural of the listed items. */
export type Things = { one: string; many: string };

/** A count with its noun. */
export function counted(count: number, things: Things): string {
  return `${formatNumber(count)} ${count === 1 ? things.one : things.many}`;
}

type BulkReportProps = {
  /** The status text, which takes focus when its buttons disappear. */
  ref: Ref<HTMLParagraphElement>;
  /** How many rows succeeded and failed. */
  summary: string;
  /** Which rows failed, and why. */
  failures: readonly { name: string; why: string }[];
  undo: { busy: boolean; run: () => void } | null;
  close: () => void;
};

/** Which rows succeeded, which failed, and why. */
export function BulkReport({ ref, summary, failures, undo, close }: BulkReportProps) {
  return (
    <section
      aria-label="Result"
      className="sticky bottom-16 z-10 mt-4 max-h-[50dvh] overflow-y-auto border border-s-2 border-line border-s-brass bg-raised px-4 py-3 text-sm"
    >
      <div className="flex flex-wrap items-center gap-3">
        <p ref={ref} tabIndex={-1} role="status" className="me-auto font-medium">
          {summary}
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
      {failures.length > 0 && (
        <ul className="mt-2 space-y-1">
          {failures.map(({ name, why }, at) => (
            <li key={`${at} ${name}`} className="wrap-anywhere">
              <span className="font-medium">{`${name}:`}</span> <span>{why}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
