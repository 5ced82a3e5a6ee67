import { Link } from "react-router";
import type { z } from "zod";
import {
  feedChangeKinds,
  feedChangeQuery,
  type FeedAnswer,
  type FeedChangeAnswer,
  type FeedPlanAnswer,
} from "#shared/feeds/feed-contract.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import { ChangeDifferences } from "./change-differences.tsx";
import { changesQuery } from "../feed-queries.ts";
import { changesOf, keptReasonWords, isUnreadable, kindWords } from "../feed-words.ts";
import type { FeedUpload } from "../use-feed-upload.ts";
import { useShop } from "#web/platform/root-data.ts";
import { type ListState, useListState } from "#web/platform/use-list-state.ts";
import { Badge } from "#web/ui/badge.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Price } from "#web/ui/price.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { choice } from "#web/ui/tables/table-filter.ts";
import { TableTools } from "#web/ui/tables/table-tools.tsx";

type Change = FeedChangeAnswer & { _id: string };

const tones = { added: "good", changed: "brass", relisted: "good", retired: "danger" } as const;
const stateWords = {
  planned: "Planned",
  applied: "Done",
  skipped: "Skipped",
  undone: "Undone",
  kept: "Not undone",
} as const;

const results = [
  { value: "applied", label: "Done" },
  { value: "skipped", label: "Skipped" },
  { value: "undone", label: "Undone" },
  { value: "kept", label: "Not undone" },
];

function whyEmpty(plan: FeedPlanAnswer): string {
  if (isUnreadable(plan)) return "No car could be read from this file.";
  // Of a plan that was applied long ago.
  if (changesOf(plan) > 0) return "The changes of this plan are no longer kept.";
  return "The shop already shows the cars of this file.";
}

type Props = { feed: FeedAnswer; plan: FeedPlanAnswer; upload: FeedUpload };

/** The changes of a plan, by kind. */
export function PlanChanges(props: Props) {
  const { feed, plan } = props;
  const list = useListState(filters);
  const { q, kind, state } = list.filter;
  const ofKind = kind ? plan.counts[kind] : changesOf(plan);
  const total = q ? null : state === "skipped" ? plan.skipped : state ? null : ofKind;
  return (
    <section aria-label="Changes">
      {changesOf(plan) > 0 && <Filters plan={plan} list={list} />}
      <TablePage
        title="Changes"
        list={list}
        query={changesQuery({ id: feed._id, planId: plan._id }, list.query, total)}
        columns={columnsOf(props, useShop().currency)}
        things="changes"
        empty={<EmptyState title="No changes">{whyEmpty(plan)}</EmptyState>}
      />
    </section>
  );
}

const filters = feedChangeQuery.pick({ q: true, kind: true, state: true });

function Filters({
  plan,
  list,
}: {
  plan: FeedPlanAnswer;
  list: ListState<z.output<typeof filters>>;
}) {
  const kinds = feedChangeKinds.map((kind) => ({
    value: kind,
    label: `${kindWords[kind]} (${formatNumber(plan.counts[kind])})`,
  }));
  const hasResults = plan.state === "applied" || plan.state === "undone";
  return (
    <TableTools
      searches="car or stock number"
      list={list}
      columns={[]}
      filters={[
        choice("kind", "Kind", kinds),
        ...(hasResults ? [choice("state", "Result", results)] : []),
      ]}
    />
  );
}

function columnsOf(props: Props, currency: string): Column<Change>[] {
  const { state } = props.plan;
  return [
    {
      head: "Kind",
      cell: ({ kind }) => <Badge tone={tones[kind]}>{kindWords[kind]}</Badge>,
    },
    { head: "Car", isName: true, cell: (change) => <Car change={change} /> },
    {
      head: "What changes",
      cell: (change) => <ChangeDifferences change={change} {...props} currency={currency} />,
    },
    {
      head: "In the file",
      numeric: true,
      cell: ({ price, mileage, mileageUnit }) =>
        price === null ? (
          "Gone"
        ) : (
          <>
            <Price amount={price} currency={currency} />
            {mileage !== null && (
              <span className="block text-sm whitespace-nowrap text-muted">{`${formatNumber(mileage)} ${mileageUnit ?? ""}`}</span>
            )}
          </>
        ),
    },
    ...(state === "waiting" || state === "discarded" ? [] : [resultColumn]),
  ];
}

const resultColumn: Column<Change> = {
  head: "Result",
  cell: ({ state, reason }) => (
    <>
      <span>{stateWords[state]}</span>
      {(reason || state === "skipped") && (
        <span className="block text-sm text-muted">
          {reason ? keptReasonWords[reason] : "another of your feeds has this car"}
        </span>
      )}
    </>
  ),
};

function Car({ change: { name, productId, identity, line } }: { change: Change }) {
  const details = [identity, line === null ? null : `line ${line}`].filter(Boolean).join(", ");
  return (
    <>
      {productId ? (
        <Link to={`/cars/${productId}`} className="decoration-brass hover:underline">
          {name}
        </Link>
      ) : (
        <span>{name}</span>
      )}
      {details && <span className="block text-sm font-normal text-muted">{details}</span>}
    </>
  );
}
