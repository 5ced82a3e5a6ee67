import { z } from "zod";
import type { FeedPlanAnswer, RefusedRow } from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { refusedQuery } from "#web/feeds/feed-queries.ts";
import { helpFor, reasonText, refusalWords } from "#web/feeds/feed-words.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Column } from "#web/ui/table-columns.ts";
import { TablePage } from "./table-page.tsx";

type Row = RefusedRow & { _id: string };

/** Rows that a plan keeps; a file can have more. */
const mostKept = 2_000;

/** The rows that were refused: where, why, and what would help. */
export function PlanRefusals({ feedId, plan }: { feedId: string; plan: FeedPlanAnswer }) {
  const list = useListState(z.object({ show: z.literal("refused") }));
  const { refused } = plan.counts;
  if (refused === 0)
    return (
      <EmptyState title="No row was refused">Every row of this file was read as a car.</EmptyState>
    );
  const search = list.cursor === null ? "" : `?cursor=${encodeURIComponent(list.cursor)}`;
  const columns: Column<Row>[] = [
    {
      head: "Line",
      numeric: true,
      cell: ({ line }) => <span className="whitespace-nowrap">{line}</span>,
    },
    {
      head: "Row",
      isName: true,
      cell: ({ cells }) => <span className="font-normal">{rowText(cells) || "Empty row"}</span>,
    },
    { head: "Why", cell: (row) => <Reasons row={row} /> },
    { head: "What helps", cell: (row) => helpFor(row) },
  ];
  return (
    <section aria-label="Refused rows">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-2xl text-muted">
          A car whose row is refused stays as it is in the shop, unless the row says that it is
          damaged.{" "}
          {refused > mostKept &&
            `The first ${formatNumber(mostKept)} of ${formatNumber(refused)} rows are kept here.`}
        </p>
        <LinkButton to={`/dashboard/feeds/${feedId}#options`} look="secondary" size="small">
          Change options
        </LinkButton>
      </div>
      <TablePage
        title="Refused rows"
        list={list}
        query={refusedQuery({ id: feedId, planId: plan._id }, search, Math.min(refused, mostKept))}
        columns={columns}
        things="rows"
        empty={<EmptyState title="No row was refused" />}
      />
    </section>
  );
}

const longest = 120;

function rowText(cells: readonly string[]): string {
  const text = cells.filter((cell) => cell.trim() !== "").join(" · ");
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

function Reasons({ row: { kind, faults } }: { row: Row }) {
  return (
    <>
      <Badge tone={kind === "faults" ? "brass" : "neutral"}>{refusalWords[kind]}</Badge>
      <ul className="mt-1">
        {faults.map(({ column, reason }, at) => (
          <li key={at}>
            {column && <span className="text-muted">{column}: </span>}
            {reasonText(reason)}
          </li>
        ))}
      </ul>
    </>
  );
}
