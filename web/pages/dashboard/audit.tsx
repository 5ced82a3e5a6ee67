import { Link } from "react-router";
import { auditTableFilter, type AuditEntry } from "#shared/audit/audit-contract.ts";
import { auditActionFacts, auditActions, commandLine } from "#shared/audit/audit.ts";
import { auditQuery, useSaveAudit } from "#web/audit/audit-queries.ts";
import { describeDetails } from "#web/audit/describe-details.ts";
import { EmailAddress } from "#web/ui/tables/email-address.tsx";
import { ListTotal } from "#web/ui/tables/list-total.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { choice, type TableFilter } from "#web/ui/tables/table-filter.ts";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { TableTools } from "#web/ui/tables/table-tools.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Moment } from "#web/ui/moment.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import type { Route } from "./+types/audit";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Audit log");

const entries = { one: "entry", many: "entries" };
const filters: TableFilter[] = [
  choice(
    "action",
    "Action",
    auditActions.map((action) => ({ value: action, label: auditActionFacts[action].words })),
  ),
  { kind: "text", name: "actor", label: "Admin" },
  { kind: "text", name: "subject", label: "Subject" },
  { kind: "date", name: "from", label: "From" },
  { kind: "date", name: "to", label: "To" },
];

const columns: Column<AuditEntry>[] = [
  {
    head: "Action",
    isName: true,
    sort: "action",
    cell: ({ action }) => auditActionFacts[action].words,
  },
  { head: "When", sort: "at", fallsFirst: true, cell: ({ at }) => <Moment at={at} /> },
  {
    head: "Admin",
    cell: ({ actor }) =>
      actor === null ? commandLine : <Named name={actor.name} email={actor.email} />,
  },
  { head: "Subject", cell: ({ subject }) => subject && <Subject subject={subject} /> },
  { head: "Details", cell: ({ details }) => <Details details={details} /> },
];

export default function AuditPage() {
  const list = useListState(auditTableFilter);
  const { sort: _sort, ...filter } = list.filter;
  const file = useSaveAudit();
  return (
    <>
      <PageHeading
        title="Audit log"
        total={<ListTotal query={auditQuery(list.query)} things={entries} />}
      >
        <Button
          look="secondary"
          size="small"
          busy={file.isPending}
          onClick={() => file.mutate(filter)}
        >
          Save as CSV
        </Button>
      </PageHeading>
      <p className="mb-3 max-w-prose text-muted">
        What admins did. Entries cannot be changed or deleted.
      </p>
      <TableTools
        list={list}
        columns={columns}
        order={list.orderBy("-at")}
        filters={filters}
        hint="Part of a name or email, or the subject's id. Dates are in UTC."
      />
      <TablePage
        title="Audit log"
        list={list}
        query={auditQuery(list.query)}
        columns={columns}
        order={list.orderBy("-at")}
        things="entries"
        empty={
          <EmptyState title="The log is empty">Changes that admins make appear here.</EmptyState>
        }
      />
    </>
  );
}

function Named({ name, email }: { name: string; email: string }) {
  return (
    <>
      <span>{name}</span>
      {email && (
        <span className="block text-sm text-muted">
          <EmailAddress email={email} />
        </span>
      )}
    </>
  );
}

function Subject({ subject }: { subject: NonNullable<AuditEntry["subject"]> }) {
  if (subject.email !== null) return <Named name={subject.name ?? ""} email={subject.email} />;
  const name = subject.name ?? `${subject.kind} ${subject._id}`;
  if (subject.kind !== "booking") return <span>{name}</span>;
  return (
    <Link to={`/dashboard/bookings/${subject._id}`} className="text-link">
      {name}
    </Link>
  );
}

function Details({ details }: { details: AuditEntry["details"] }) {
  return (
    <ul className="space-y-1 text-sm">
      {describeDetails(details).map(([label, value]) => (
        <li key={label}>
          <span className="text-muted">{`${label}:`}</span> <span>{value}</span>
        </li>
      ))}
    </ul>
  );
}
