import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import type { FeedAnswer } from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { isolate } from "#shared/text/isolate.ts";
import { ListStates } from "#web/ui/tables/list-states.tsx";
import { StockTabs } from "#web/dashboard/stock-tabs.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { feedsQuery } from "#web/feeds/feed-queries.ts";
import { countWords, isWaiting } from "#web/feeds/feed-words.ts";
import { LastFile } from "#web/feeds/last-file.tsx";
import { NewFeedDialog } from "#web/feeds/new-feed-dialog.tsx";
import { PlanState } from "#web/feeds/plan/plan-state.tsx";
import { useSaveStock } from "#web/listings/listing-queries.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import type { Route } from "./+types/feeds";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Feeds");

const columns: Column<FeedAnswer>[] = [
  {
    head: "Name",
    isName: true,
    cell: ({ _id, name }) => (
      <Link to={`/dashboard/feeds/${_id}`} className="decoration-brass hover:underline">
        {name}
      </Link>
    ),
  },
  { head: "Cars for sale", numeric: true, cell: ({ cars }) => formatNumber(cars) },
  {
    head: "Last file",
    cell: ({ lastPlan, fetch }) => <LastFile lastPlan={lastPlan} fetch={fetch} />,
  },
  { head: "Next run", cell: ({ fetch }) => <NextRun fetch={fetch} /> },
  {
    head: "Result",
    cell: ({ _id, lastPlan, edits }) =>
      lastPlan && (
        <>
          <PlanState plan={lastPlan} />
          <span className="mt-1 block text-sm text-muted">{countWords(lastPlan)}</span>
          {edits > 0 && (
            <Link
              to={`/dashboard/feeds/${_id}#edited-in-the-shop`}
              className="text-link text-sm"
            >{`${edits === 1 ? "1 edit" : `${formatNumber(edits)} edits`} waiting for you`}</Link>
          )}
        </>
      ),
  },
  {
    head: "Open",
    isAction: true,
    numeric: true,
    cell: ({ _id, name, lastPlan }) =>
      lastPlan && isWaiting(lastPlan) ? (
        <LinkButton
          to={`/dashboard/feeds/${_id}/plans/${lastPlan._id}`}
          size="small"
          aria-label={`Check the plan of ${isolate(name)}`}
        >
          Check
        </LinkButton>
      ) : (
        <LinkButton
          to={`/dashboard/feeds/${_id}`}
          look="secondary"
          size="small"
          aria-label={`Upload a file to ${isolate(name)}`}
        >
          Upload
        </LinkButton>
      ),
  },
];

/** When the shop fetches the file again. A feed without an address changes when a file is uploaded. */
function NextRun({ fetch }: Pick<FeedAnswer, "fetch">) {
  if (fetch === null) return <span className="text-muted">When you upload</span>;
  return (
    <>
      {fetch.isStopped ? <span>Fetching has stopped</span> : <Moment at={fetch.nextAt} />}
      {fetch.error !== null && (
        <span className="block text-sm text-danger wrap-anywhere">{fetch.error}</span>
      )}
    </>
  );
}

/** The seller's feeds, with what waits for them. */
export default function FeedsPage() {
  const query = useQuery(feedsQuery);
  const [isCreating, setCreating] = useState(false);
  const create = <Button onClick={() => setCreating(true)}>Create a feed</Button>;
  return (
    <>
      <PageHeading title="Feeds">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          <StockTabs />
          {(query.data?.length ?? 0) > 0 && create}
        </div>
      </PageHeading>
      <p className="mb-6 max-w-2xl text-muted">
        A feed keeps your cars here in step with a file of your stock. Upload the file whenever it
        has changed: you see what is new, changed and gone before anything happens, and can undo the
        last sync. <TemplateLink />
      </p>
      <ListStates
        query={query}
        count={query.data?.length}
        empty={
          <EmptyState title="You have no feeds" action={create}>
            Create one, and upload the export of your stock system as it is: CSV, Excel, XML or
            JSON. New cars are listed, changed ones updated, and cars that are gone from the file go
            off sale.
          </EmptyState>
        }
      >
        {query.data && (
          <Table caption="Feeds" columns={columns} rows={query.data} rowKey={({ _id }) => _id} />
        )}
      </ListStates>
      <NewFeedDialog open={isCreating} onClose={() => setCreating(false)} />
    </>
  );
}

/** The export has the columns that every feed can have. */
function TemplateLink() {
  const save = useSaveStock();
  return (
    <>
      The{" "}
      <button
        type="button"
        className="text-link"
        disabled={save.isPending}
        onClick={() => save.mutate("")}
      >
        CSV export of your cars
      </button>{" "}
      works as a template.
    </>
  );
}
