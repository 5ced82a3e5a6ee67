import { Link } from "react-router";
import { auditTableFilter, type AuditEntry } from "#shared/audit/audit-contract.ts";
import { auditActionFacts, commandLine } from "#shared/audit/audit.ts";
import { AuditFilterForm } from "#web/audit/audit-filter-form.tsx";
import { auditQuery, useSaveAudit } from "#web/audit/audit-queries.ts";
import { describeDetails } from "#web/audit/describe-details.ts";
import { EmailAddress } from "#web/ui/tables/email-address.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Moment } from "#web/ui/moment.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import type { Route } from "./+types/audit";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Audit log");

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
      <PageHeading title="Audit log">
        <Button look="secondary" busy={file.isPending} onClick={() => file.mutate(filter)}>
          Save as CSV
        </Button>
      </PageHeading>
      <p className="mb-6 max-w-prose text-muted">
        What admins did. Entries cannot be changed or deleted.
      </p>
      <AuditFilterForm filter={filter} choose={list.choose} reset={list.reset} />
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
