import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { Badge } from "#web/ui/badge.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import { columnWord } from "../mapping/column-words.ts";

type FileColumn = FeedPlanAnswer["columns"][number] & { at: number };

const columns: Column<FileColumn>[] = [
  { head: "Column of the file", isName: true, cell: ({ header }) => header || "(no header)" },
  {
    head: "Read as",
    cell: ({ field }) =>
      field === null ? <Badge>Not read</Badge> : <Badge tone="good">{columnWord(field)}</Badge>,
  },
  {
    head: "First values",
    cell: ({ values }) => values.filter((value) => value.trim() !== "").join(" · ") || "empty",
  },
];

/** What each column of the file was understood as. */
export function PlanColumns({ feedId, plan }: { feedId: string; plan: FeedPlanAnswer }) {
  return (
    <>
      <p className="mb-4">
        <LinkButton to={`/dashboard/feeds/${feedId}/columns`} look="secondary" size="small">
          Change columns
        </LinkButton>
      </p>
      <Table
        caption="Columns"
        columns={columns}
        rows={plan.columns.map((column, at) => ({ ...column, at }))}
        rowKey={({ at }) => String(at)}
      />
    </>
  );
}
