import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { AuditEntry } from "#shared/audit/audit-contract.ts";
import { auditActionFacts, commandLine } from "#shared/audit/audit.ts";
import { AuditFilterForm } from "#web/audit/audit-filter-form.tsx";
import { auditQuery, useSaveAudit } from "#web/audit/audit-queries.ts";
import { describeDetails } from "#web/audit/describe-details.ts";
import { useAuditFilter } from "#web/audit/use-audit-filter.ts";
import { PagedList } from "#web/dashboard/paged-list.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/audit";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Audit log");

const columns: Column<AuditEntry>[] = [
  { head: "Act", isName: true, cell: ({ action }) => auditActionFacts[action].words },
  { head: "When", cell: ({ at }) => <Moment at={at} /> },
  {
    head: "Admin",
    cell: ({ actor }) =>
      actor === null ? commandLine : <Named name={actor.name} email={actor.email} />,
  },
  { head: "Subject", cell: ({ subject }) => subject && <Subject subject={subject} /> },
  { head: "More", cell: ({ details }) => <Details details={details} /> },
];

export default function AuditPage() {
  const { filter, choose } = useAuditFilter();
  const query = useInfiniteQuery(auditQuery(filter));
  const file = useSaveAudit();
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <PageHeading title="Audit log">
        <Button look="secondary" busy={file.isPending} onClick={() => file.mutate(filter)}>
          Save as CSV
        </Button>
      </PageHeading>
      <p className="mb-6 max-w-prose text-muted">
        What admins did, newest first. Nobody can change or delete a line.
      </p>
      <AuditFilterForm filter={filter} choose={choose} />
      <PagedList
        query={query}
        empty={
          isFiltered ? (
            <EmptyState
              title="No acts like that"
              action={
                <Button look="secondary" onClick={() => choose({})}>
                  Show all acts
                </Button>
              }
            >
              Nothing in the log agrees with this filter.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing in the log yet">
              Whatever an admin changes appears here.
            </EmptyState>
          )
        }
      >
        {(entries) => (
          <Table
            caption="Audit log"
            columns={columns}
            rows={entries}
            rowKey={(entry) => entry._id}
          />
        )}
      </PagedList>
    </>
  );
}

function Named({ name, email }: { name: string; email: string }) {
  return (
    <>
      {name}
      <span className="block text-sm text-muted">{email}</span>
    </>
  );
}

function Subject({ subject }: { subject: NonNullable<AuditEntry["subject"]> }) {
  if (subject.email !== null) return <Named name={subject.name ?? ""} email={subject.email} />;
  const words = subject.name ?? `${subject.kind} ${subject._id}`;
  if (subject.kind !== "booking") return words;
  return (
    <Link to={`/dashboard/bookings/${subject._id}`} className="text-link">
      {words}
    </Link>
  );
}

function Details({ details }: { details: AuditEntry["details"] }) {
  return (
    <ul className="space-y-1 text-sm">
      {describeDetails(details).map(([label, words]) => (
        <li key={label}>
          <span className="text-muted">{label}:</span> {words}
        </li>
      ))}
    </ul>
  );
}
