import { useInfiniteQuery } from "@tanstack/react-query";
import type { Appeal } from "#shared/moderation/moderation-contract.ts";
import { Day } from "#web/ui/tables/day.tsx";
import { PagedList } from "#web/ui/tables/paged-list.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { DecideAppeal } from "#web/moderation/decide-appeal.tsx";
import { appealsQuery, ownActionsQuery } from "#web/moderation/moderation-queries.ts";
import { OwnModerationActions } from "#web/moderation/own-moderation-actions.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import type { Route } from "./+types/appeals";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Appeals");

export default function AppealsPage() {
  const { role } = useSession();
  return (
    <>
      <PageHeading title="Appeals" />
      {role === "admin" && <AppealsOfAll />}
      {role === "Seller" && <OwnDecisions />}
    </>
  );
}

function OwnDecisions() {
  const query = useInfiniteQuery(ownActionsQuery);
  return (
    <PagedList
      query={query}
      empty={
        <EmptyState title="No decisions against you">
          If an admin removes one of your cars or suspends you, you'll see the reason here and can
          appeal.
        </EmptyState>
      }
    >
      {(actions) => <OwnModerationActions actions={actions} />}
    </PagedList>
  );
}

const facts: Column<Appeal>[] = [
  {
    head: "Seller",
    isName: true,
    cell: (appeal) => (
      <>
        <span>{appeal.sellerName}</span>
        <span className="block text-sm font-normal text-muted">{appeal.sellerEmail}</span>
      </>
    ),
  },
  {
    head: "Against",
    cell: (appeal) => (
      <>
        <span>{appeal.kind === "removal" ? `Removal of ${appeal.item}` : "Suspension"}</span>
        <span className="block text-sm text-muted">
          <span>{`${appeal.actionBy ? `by ${appeal.actionBy} ` : ""}on`}</span>{" "}
          <Day at={appeal.actionAt} />
        </span>
        <span className="block text-sm">{`“${appeal.actionReason ?? "No reason was given"}”`}</span>
      </>
    ),
  },
  {
    head: "Appeal",
    cell: (appeal) => (
      <>
        <span className="block whitespace-pre-line">{`“${appeal.text}”`}</span>
        <span className="block text-sm text-muted">
          <Day at={appeal.createdAt} />
        </span>
      </>
    ),
  },
];

const waiting: Column<Appeal>[] = [
  ...facts,
  {
    head: "Decision",
    isAction: true,
    numeric: true,
    cell: (appeal) => <DecideAppeal appeal={appeal} />,
  },
];

const decided: Column<Appeal>[] = [
  ...facts,
  {
    head: "Decision",
    cell: (appeal) => (
      <>
        <Badge tone={appeal.outcome === "overturned" ? "good" : "neutral"}>
          {appeal.outcome === "overturned" ? "Overturned" : "Upheld"}
        </Badge>
        <span className="block text-sm text-muted">
          {appeal.decidedBy && <span>{`by ${appeal.decidedBy} `}</span>}
          {appeal.decidedAt && (
            <>
              on <Day at={appeal.decidedAt} />
            </>
          )}
        </span>
        <span className="block text-sm">{`“${appeal.decisionReason ?? ""}”`}</span>
      </>
    ),
  },
];

function AppealsOfAll() {
  const open = useInfiniteQuery(appealsQuery("waiting"));
  const closed = useInfiniteQuery(appealsQuery("decided"));
  return (
    <>
      <h2 className="display mb-4 text-2xl">To decide</h2>
      <PagedList
        query={open}
        empty={
          <EmptyState title="No open appeals">
            Appeals against removals and suspensions appear here.
          </EmptyState>
        }
      >
        {(appeals) => <AppealTable caption="Appeals to decide" columns={waiting} rows={appeals} />}
      </PagedList>
      <h2 className="display mt-12 mb-4 text-2xl">Decided</h2>
      <PagedList
        query={closed}
        empty={<p className="text-muted">No appeals have been decided yet.</p>}
      >
        {(appeals) => <AppealTable caption="Decided appeals" columns={decided} rows={appeals} />}
      </PagedList>
    </>
  );
}

function AppealTable(table: { caption: string; columns: Column<Appeal>[]; rows: Appeal[] }) {
  return <Table {...table} rowKey={(appeal) => appeal._id} />;
}
