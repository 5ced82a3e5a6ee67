import { isolate } from "#shared/text/isolate.ts";
import { Button } from "../button.tsx";
import type { Column } from "./table-columns.ts";

/** Last column with a Delete button for rows that can be deleted; `ask` opens the confirmation. */
export function deleteColumn<Row extends { name: string; allowedActions: readonly string[] }>(
  ask: (row: Row) => void,
): Column<Row> {
  return {
    head: "Delete",
    isAction: true,
    numeric: true,
    cell: (row) =>
      row.allowedActions.includes("delete") && (
        <Button
          look="quiet"
          size="small"
          aria-label={`Delete ${isolate(row.name)}`}
          onClick={() => ask(row)}
        >
          Delete
        </Button>
      ),
  };
}
