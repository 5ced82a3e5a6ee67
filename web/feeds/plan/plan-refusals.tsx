import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { z } from "zod";
import type { FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { refusalKinds, type RefusedRow } from "#shared/feeds/refused-row-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { CorrectRowDialog } from "./correct-row-dialog.tsx";
import { refusedQuery } from "../feed-queries.ts";
import { helpFor, reasonText, refusalWords } from "../feed-words.ts";
import {
  rememberedCorrections,
  rememberCorrection,
  isPlanOfRememberedFile,
} from "../remembered-files.ts";
import type { FeedUpload } from "../use-feed-upload.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { ChoiceField } from "#web/ui/tables/choice-field.tsx";
import { useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";

type Row = RefusedRow & { _id: string };

/** Rows that a plan keeps; a file can have more. */
const mostKept = 2_000;

type Props = { feedId: string; plan: FeedPlanAnswer; upload: FeedUpload };

/** The rows that were refused: where, why, what would help, and their correction. */
export function PlanRefusals({ feedId, plan, upload }: Props) {
  const list = useListState(filters);
  const correction = useConfirmedRow<Row>();
  const [corrections, setCorrections] = useState(() => rememberedCorrections(feedId));
  const { refused } = plan.counts;
  if (refused === 0)
    return (
      <EmptyState title="No row was refused">Every row of this file was read as a car.</EmptyState>
    );
  // Cells are corrected in the file that this plan was made of.
  const isRemembered = isPlanOfRememberedFile(feedId, plan._id);
  const { kind, reason } = list.filter;
  const query = new URLSearchParams({
    ...(kind && { kind }),
    ...(reason && { reason }),
    ...(list.cursor !== null && { cursor: list.cursor }),
  });
  const search = query.size > 0 ? `?${query}` : "";
  return (
    <section aria-label="Refused rows">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-2xl text-muted">{`A car whose row is refused stays as it is in the shop, unless the row says that it is damaged, sold or reserved. ${refused > mostKept ? `The first ${formatNumber(mostKept)} of ${formatNumber(refused)} rows are kept here. ` : ""}${!isRemembered ? "To correct rows here, upload the file again." : ""}`}</p>
        <LinkButton to={`/dashboard/feeds/${feedId}#options`} look="secondary" size="small">
          Change options
        </LinkButton>
      </div>
      <div className="mb-4 flex flex-wrap gap-4">
        <ChoiceField
          label="Kind"
          value={kind ?? ""}
          options={kinds}
          choose={(value) => list.choose({ kind: value })}
        />
        <ReasonField
          feedId={feedId}
          planId={plan._id}
          reason={reason ?? ""}
          choose={(value) => list.choose({ reason: value })}
        />
      </div>
      {isRemembered && <PlanCorrections count={Object.keys(corrections).length} upload={upload} />}
      <TablePage
        title="Refused rows"
        // Without its filter, the list stays open.
        list={{ ...list, reset: () => list.choose({ kind: "", reason: "" }) }}
        query={refusedQuery(
          { id: feedId, planId: plan._id },
          search,
          kind || reason ? null : Math.min(refused, mostKept),
        )}
        columns={
          isRemembered
            ? [...columns, correctColumn(correction.ask, (line) => line in corrections)]
            : columns
        }
        things="rows"
        empty={<EmptyState title="No row was refused" />}
      />
      <CorrectRowDialog
        row={correction.row}
        open={correction.open}
        columns={plan.columns}
        corrected={corrections[correction.row?.line ?? ""] ?? {}}
        onClose={correction.close}
        onSave={({ line }, cells) => {
          rememberCorrection(feedId, line, cells);
          setCorrections(rememberedCorrections(feedId));
          correction.close();
        }}
      />
    </section>
  );
}

/** The reasons of the rows, each with how many have it. */
function ReasonField({
  feedId,
  planId,
  reason,
  choose,
}: {
  feedId: string;
  planId: string;
  reason: string;
  choose: (reason: string) => void;
}) {
  const { data } = useQuery(refusedQuery({ id: feedId, planId }, "", null));
  const options = (data?.reasons ?? []).map((one) => ({
    value: one.reason,
    label: `${reasonText(one.reason)} (${formatNumber(one.rows)})`,
  }));
  return (
    <ChoiceField
      label="Reason"
      value={reason}
      options={[{ value: "", label: "All" }, ...options]}
      choose={choose}
    />
  );
}

const filters = z.object({
  show: z.literal("refused"),
  kind: z.enum(refusalKinds).optional(),
  reason: z.string().optional(),
});
const kinds = [
  { value: "", label: "All" },
  ...refusalKinds.map((kind) => ({ value: kind, label: refusalWords[kind] })),
];

/** Reads the file again with the corrected rows. */
function PlanCorrections({ count, upload }: { count: number; upload: FeedUpload }) {
  const { lastFile } = upload;
  if (count === 0 || !lastFile) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-4 border-l-2 border-brass bg-raised px-4 py-3">
      <p role="status" className="mr-auto">
        <span>{`${count === 1 ? "1 row corrected." : `${count} rows corrected.`}`}</span>{" "}
        {upload.error && <span className="text-danger">{upload.error}</span>}
      </p>
      <Button
        size="small"
        busy={upload.progress !== null}
        onClick={() => void upload.upload(lastFile)}
      >
        Plan <bdi>{lastFile.name}</bdi> with the corrections
      </Button>
    </div>
  );
}

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

const correctColumn = (
  ask: (row: Row) => void,
  isCorrected: (line: number) => boolean,
): Column<Row> => ({
  head: "Correct",
  isAction: true,
  numeric: true,
  cell: (row) =>
    row.kind === "faults" && (
      <>
        {isCorrected(row.line) && <Badge tone="good">Corrected</Badge>}
        <Button
          look="quiet"
          size="small"
          aria-label={`Correct line ${row.line}`}
          onClick={() => ask(row)}
        >
          Correct
        </Button>
      </>
    ),
});

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
            {column && <span className="text-muted">{`${column}: `}</span>}
            <span>{reasonText(reason)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
