import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ApiKey } from "#shared/api-keys/api-key-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { apiKeysQuery, useRevokeKey } from "#web/api-keys/api-key-queries.ts";
import { NewKeyDialog } from "#web/api-keys/new-key-dialog.tsx";
import { scopeWords } from "#web/api-keys/scope-words.ts";
import { Day } from "#web/ui/tables/day.tsx";
import { ListStates } from "#web/ui/tables/list-states.tsx";
import { StockTabs } from "#web/dashboard/stock-tabs.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { type ConfirmedRow, useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import type { Route } from "./+types/api-keys";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "API keys");

const columns: Column<ApiKey>[] = [
  {
    head: "Name",
    isName: true,
    cell: (key) => (
      <>
        <span>{key.name}</span>
        <code className="block text-sm font-normal text-muted">{`${key.start}…`}</code>
      </>
    ),
  },
  {
    head: "May",
    cell: ({ scopes }) => (
      <ul>
        {scopes.map((scope) => (
          <li key={scope}>{scopeWords[scope]}</li>
        ))}
      </ul>
    ),
  },
  { head: "Created", cell: (key) => <Day at={key.createdAt} /> },
  {
    head: "Last used",
    cell: ({ lastUsedAt }) => (lastUsedAt ? <Day at={lastUsedAt} /> : "Never"),
  },
  { head: "Expires", cell: (key) => <Expiry apiKey={key} /> },
];

/** The seller's API keys: create, see what uses them, revoke. */
export default function ApiKeysPage() {
  const query = useQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const revocation = useConfirmedRow<ApiKey>();
  const revokeColumn: Column<ApiKey> = {
    head: "Revoke",
    isAction: true,
    numeric: true,
    cell: (key) => (
      <Button
        look="quiet"
        size="small"
        aria-label={`Revoke ${isolate(key.name)}`}
        onClick={() => revocation.ask(key)}
      >
        Revoke
      </Button>
    ),
  };
  const create = <Button onClick={() => setCreating(true)}>Create an API key</Button>;

  return (
    <>
      <PageHeading title="API keys">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StockTabs />
          {(query.data?.length ?? 0) > 0 && create}
        </div>
      </PageHeading>
      <p className="mb-6 max-w-2xl text-muted">
        Your own systems can manage your cars with a key. The{" "}
        <a href="/api/docs" className="text-link">
          API documentation
        </a>{" "}
        names the calls. Keys end when you reset your password, and do not work while you are
        suspended.
      </p>
      <ListStates
        query={query}
        count={query.data?.length}
        empty={
          <EmptyState title="You have no API keys" action={create}>
            Create one for each system, so that you can revoke it alone.
          </EmptyState>
        }
      >
        {query.data && (
          <Table
            caption="API keys"
            columns={[...columns, revokeColumn]}
            rows={query.data}
            rowKey={({ _id }) => _id}
          />
        )}
      </ListStates>
      <NewKeyDialog open={isCreating} onClose={() => setCreating(false)} />
      <RevokeDialog revocation={revocation} />
    </>
  );
}

function Expiry({ apiKey: { expiresAt } }: { apiKey: ApiKey }) {
  if (expiresAt === null) return <span>Never</span>;
  if (new Date(expiresAt) > new Date()) return <Day at={expiresAt} />;
  return <Badge tone="neutral">Expired</Badge>;
}

function RevokeDialog({ revocation }: { revocation: ConfirmedRow<ApiKey> }) {
  const revokeKey = useRevokeKey();

  async function revoke({ _id, name }: ApiKey) {
    const { deletedCount, message } = await revokeKey.mutateAsync(_id);
    announceOutcome(deletedCount, message, `${isolate(name)} was revoked`);
  }

  return (
    <ConfirmDialog
      open={revocation.open}
      title={`Revoke ${isolate(revocation.row?.name ?? "")}?`}
      confirmLabel="Revoke"
      busy={revokeKey.isPending}
      onClose={revocation.close}
      onConfirm={() => revocation.confirm(revoke)}
    >
      Whatever uses this key loses access right away. This cannot be undone.
    </ConfirmDialog>
  );
}
