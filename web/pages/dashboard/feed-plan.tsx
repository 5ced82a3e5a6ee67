import { useQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { FeedAnswer, FeedPlanAnswer } from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { FeedPlaceholder } from "#web/feeds/feed-placeholder.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { PlanChanges } from "#web/feeds/plan/plan-changes.tsx";
import { PlanRefusals } from "#web/feeds/plan/plan-refusals.tsx";
import { feedQuery, planQuery, useApplyPlan } from "#web/feeds/feed-queries.ts";
import { MissingCurrency } from "#web/feeds/plan/missing-currency.tsx";
import { PlanColumns } from "#web/feeds/plan/plan-columns.tsx";
import { PlanCounts } from "#web/feeds/plan/plan-counts.tsx";
import { PlanDecision } from "#web/feeds/plan/plan-decision.tsx";
import { notesOf, PlanNotes } from "#web/feeds/plan/plan-notes.tsx";
import { PlanState } from "#web/feeds/plan/plan-state.tsx";
import { changesOf } from "#web/feeds/feed-words.ts";
import { useFeedUpload } from "#web/feeds/use-feed-upload.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Moment } from "#web/ui/moment.tsx";
import type { Route } from "./+types/feed-plan";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Plan");

export default function FeedPlanPage({ params: { id, planId } }: Route.ComponentProps) {
  const feed = useQuery(feedQuery(id));
  const apply = useApplyPlan();
  const plan = useQuery(planQuery(id, planId, apply.isPending));
  if (feed.data && plan.data)
    return <Plan key={planId} feed={feed.data} plan={plan.data} apply={apply} />;
  return <FeedPlaceholder query={plan.data ? feed : plan} title="Plan" what="plan" />;
}

type PlanProps = {
  feed: FeedAnswer;
  plan: FeedPlanAnswer;
  apply: ReturnType<typeof useApplyPlan>;
};

function Plan({ feed, plan, apply }: PlanProps) {
  const upload = useFeedUpload(feed._id);
  return (
    <>
      <PageHeading title={plan.file}>
        <PlanState plan={plan} />
      </PageHeading>
      <p className="mb-6 text-muted">
        Read <Moment at={plan.createdAt} />
        <span>{`, ${formatNumber(plan.rows)} ${plan.rows === 1 ? "row" : "rows"}`}</span>
      </p>
      <PlanCounts plan={plan} />
      <PlanDecision feedId={feed._id} plan={plan} apply={apply} />
      <MissingCurrency feed={feed} plan={plan} upload={upload} />
      <Parts feed={feed} plan={plan} upload={upload} />
    </>
  );
}

const partNames = ["changes", "refused", "columns", "notes"] as const;
type Part = (typeof partNames)[number];

function Parts({
  feed,
  plan,
  upload,
}: Pick<PlanProps, "feed" | "plan"> & { upload: ReturnType<typeof useFeedUpload> }) {
  const [search] = useSearchParams();
  const shown = search.get("show");
  // The changes of a discarded plan are deleted.
  const isDiscarded = plan.state === "discarded";
  const names = partNames.filter((name) => name !== "changes" || !isDiscarded);
  // Without changes, the rows that were refused are what matters.
  const hasOnlyRefused = changesOf(plan) === 0 && plan.counts.refused > 0;
  const first: Part = isDiscarded || hasOnlyRefused ? "refused" : "changes";
  const part = names.find((name) => name === shown) ?? first;
  const labels: Record<Part, string> = {
    changes: `Changes (${formatNumber(changesOf(plan))})`,
    refused: `Refused rows (${formatNumber(plan.counts.refused)})`,
    columns: "Columns",
    notes: `Notes (${formatNumber(notesOf(plan))})`,
  };
  return (
    <>
      <nav aria-label="Parts of the plan" className="mt-12 mb-6 border-b border-line">
        <ul className="flex flex-wrap gap-x-6">
          {names.map((name) => (
            <li key={name}>
              <Link
                to={{ search: name === first ? "" : `show=${name}` }}
                preventScrollReset
                aria-current={name === part ? "page" : undefined}
                className="inline-flex min-h-11 items-center border-b-2 border-transparent text-muted hover:text-ink aria-[current]:border-brass aria-[current]:text-ink"
              >
                {labels[name]}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {part === "changes" && <PlanChanges feed={feed} plan={plan} upload={upload} />}
      {part === "refused" && <PlanRefusals feedId={feed._id} plan={plan} upload={upload} />}
      {part === "columns" && <PlanColumns feedId={feed._id} plan={plan} />}
      {part === "notes" && <PlanNotes feedId={feed._id} plan={plan} />}
    </>
  );
}
