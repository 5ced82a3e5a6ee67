import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { FeedPlanSummary, FeedWithHistory } from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { FeedEdits } from "#web/feeds/feed-edits.tsx";
import { FeedPhotos } from "#web/feeds/feed-photos.tsx";
import { FeedPlaceholder } from "#web/feeds/feed-placeholder.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { FeedFetchForm } from "#web/feeds/feed-fetch-form.tsx";
import { FeedFilePicker } from "#web/feeds/feed-file-picker.tsx";
import { FeedOptionsForm } from "#web/feeds/feed-options-form.tsx";
import { feedQuery } from "#web/feeds/feed-queries.ts";
import { FeedSettings } from "#web/feeds/feed-settings.tsx";
import { FeedWinsForm } from "#web/feeds/feed-wins-form.tsx";
import { countWords, isWaiting } from "#web/feeds/feed-words.ts";
import { PlanState } from "#web/feeds/plan/plan-state.tsx";
import { UndoPlanButton } from "#web/feeds/plan/undo-plan-button.tsx";
import { useFeedUpload } from "#web/feeds/use-feed-upload.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Moment } from "#web/ui/moment.tsx";
import { PageSection } from "#web/ui/page-section.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import type { Route } from "./+types/feed";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Feed");

export default function FeedPage({ params }: Route.ComponentProps) {
  const query = useQuery(feedQuery(params.id));
  // Remount per feed, so that forms start with its options.
  if (query.data) return <Feed key={params.id} feed={query.data} />;
  return <FeedPlaceholder query={query} title="Feed" what="feed" />;
}

function Feed({ feed }: { feed: FeedWithHistory }) {
  const upload = useFeedUpload(feed._id);
  const waiting = feed.plans.find(isWaiting);
  return (
    <>
      <PageHeading title={feed.name} />
      <p className="mb-6 text-muted">{`${feed.cars === 1 ? "1 car" : `${formatNumber(feed.cars)} cars`} of this feed for sale.`}</p>
      {waiting && <WaitingPlan feedId={feed._id} plan={waiting} />}
      <FeedFilePicker
        upload={upload}
        help={
          upload.lastFile && (
            <span className="flex flex-wrap justify-center gap-3">
              <LinkButton to={`/dashboard/feeds/${feed._id}/columns`} look="secondary" size="small">
                Map the columns
              </LinkButton>
              <LinkButton to="#options" look="secondary" size="small">
                Change options
              </LinkButton>
            </span>
          )
        }
      />
      {feed.plans.length > 0 && <FeedEdits feed={feed} />}
      {feed.plans.length > 0 && <FeedPhotos feedId={feed._id} />}
      <History feed={feed} />
      <div className="mt-12">
        <PageSection
          title="Fetch daily"
          lead="The shop fetches the file by itself. Unusual changes wait for you, and we send you an email."
        >
          <FeedFetchForm key={feed.fetch?.url} feed={feed} />
        </PageSection>
        <PageSection
          title="Options"
          lead="How files are read. Upload the file again to correct a wrong currency, rate or unit of all cars."
        >
          <FeedOptionsForm key={JSON.stringify(feed.options)} feed={feed} upload={upload} />
        </PageSection>
        <PageSection
          title="Who wins"
          lead="What you edit in the shop stays, even if the file says something else. Choose the facts in which the file replaces your edits."
        >
          <FeedWinsForm key={feed.feedWins.join()} feed={feed} />
        </PageSection>
        <PageSection title="This feed">
          <FeedSettings key={feed.name} feed={feed} />
        </PageSection>
      </div>
    </>
  );
}

function WaitingPlan({ feedId, plan }: { feedId: string; plan: FeedPlanSummary }) {
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center justify-between gap-4 border-l-2 border-brass bg-raised px-4 py-3"
    >
      <p className="wrap-anywhere">{`The plan for ${plan.file} waits for you: ${countWords(plan)}.`}</p>
      <LinkButton to={`/dashboard/feeds/${feedId}/plans/${plan._id}`} size="small">
        Check the plan
      </LinkButton>
    </div>
  );
}

function History({ feed }: { feed: FeedWithHistory }) {
  if (feed.plans.length === 0) return null;
  const columns: Column<FeedPlanSummary>[] = [
    {
      head: "File",
      isName: true,
      cell: ({ _id, file }) => (
        <Link
          to={`/dashboard/feeds/${feed._id}/plans/${_id}`}
          className="decoration-brass hover:underline"
        >
          {file}
        </Link>
      ),
    },
    { head: "Read", cell: ({ createdAt }) => <Moment at={createdAt} /> },
    { head: "Cars", cell: (plan) => countWords(plan) },
    { head: "Result", cell: (plan) => <PlanState plan={plan} /> },
    {
      head: "Undo",
      isAction: true,
      numeric: true,
      cell: (plan) => plan.isUndoable && <UndoPlanButton feedId={feed._id} plan={plan} />,
    },
  ];
  return (
    <section aria-labelledby="history" className="mt-12">
      <h2 id="history" className="display mb-4 text-2xl">
        History
      </h2>
      <Table caption="History" columns={columns} rows={feed.plans} rowKey={({ _id }) => _id} />
    </section>
  );
}
