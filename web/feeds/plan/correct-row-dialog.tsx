import { useRef, useState, type RefObject } from "react";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { isCutCell, type RefusedRow } from "#shared/feeds/refused-row-contract.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { TextField } from "#web/ui/fields/text-field.tsx";
import { columnWord } from "../mapping/column-words.ts";
import { reasonText } from "../feed-words.ts";

type Props = {
  row: RefusedRow | null;
  open: boolean;
  columns: FeedPlanAnswer["columns"];
  /** The cells that were corrected before, by column. */
  corrected: Record<string, string>;
  onClose: () => void;
  onSave: (row: RefusedRow, cells: Record<string, string>) => void;
};

/** Corrects the cells of a refused row. */
export function CorrectRowDialog({ row, open, onClose, ...form }: Props) {
  // The first field with a mistake.
  const firstField = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open={open}
      onClose={onClose}
      initialFocus={firstField}
      title={`Correct line ${row?.line ?? ""}`}
      description="The corrected cells are read instead of those in the file. The file itself stays as it is, so correct them in your own system too."
    >
      {row && <RowForm key={row.line} {...form} row={row} firstField={firstField} />}
    </Dialog>
  );
}

function RowForm({
  row,
  columns,
  corrected,
  firstField,
  onSave,
}: Omit<Props, "open" | "onClose" | "row"> & {
  row: RefusedRow;
  firstField: RefObject<HTMLInputElement | null>;
}) {
  const [cells, setCells] = useState(() =>
    columns.map((_, at) => corrected[at] ?? row.cells[at] ?? ""),
  );
  const general = row.faults.filter(
    ({ column }) => !columns.some(({ header }) => header === column),
  );
  const errorOf = (header: string) =>
    row.faults
      .filter(({ column }) => column === header)
      .map(({ reason }) => reasonText(reason))
      .join("; ") || undefined;

  const firstFault = columns.findIndex(({ header }) => errorOf(header) !== undefined);

  function save() {
    const changed = cells.flatMap((cell, at) =>
      cell === (row.cells[at] ?? "") && corrected[at] === undefined
        ? []
        : [[String(at), cell] as const],
    );
    onSave(row, Object.fromEntries(changed));
  }

  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {general.map(({ column, reason }) => (
        <p
          key={`${column} ${reason}`}
          className="text-danger"
        >{`${column && `${column}: `}${reasonText(reason)}`}</p>
      ))}
      {columns.map(({ header, field }, at) => (
        <TextField
          key={at}
          label={header || `Column ${at + 1}`}
          hint={
            isCutCell(row.cells[at] ?? "")
              ? "Too long to correct here. Correct it in the file."
              : field === null
                ? "Not read"
                : columnWord(field)
          }
          readOnly={isCutCell(row.cells[at] ?? "")}
          value={cells[at]}
          maxLength={5_000}
          autoComplete="off"
          error={errorOf(header)}
          ref={at === firstFault ? firstField : undefined}
          onChange={({ target }) => setCells(cells.with(at, target.value))}
        />
      ))}
      <Button type="submit">Save the row</Button>
    </form>
  );
}
