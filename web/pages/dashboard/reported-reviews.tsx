import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { ReportedReview } from "#shared/reviews/review-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { Day } from "#web/ui/tables/day.tsx";
import { PagedList } from "#web/ui/tables/paged-list.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import {
  reportedReviewsQuery,
  useDismissReviewReports,
  useRemoveReview,
} from "#web/reviews/review-queries.ts";
import { Stars } from "#web/reviews/stars.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ReasonDialog } from "#web/ui/reason-dialog.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import type { Route } from "./+types/reported-reviews";

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta(matches, "Reported reviews");

const columns: Column<ReportedReview>[] = [
  {
    head: "Sale",
    isName: true,
    cell: ({ item, bookingId, authorName, subjectName, side }) => (
      <>
        <Link to={`/dashboard/bookings/${bookingId}`} className="text-link">
          {item}
        </Link>
        <span className="block text-sm font-normal text-muted wrap-anywhere">{`${authorName} (${side}) about ${subjectName}`}</span>
      </>
    ),
  },
  {
    head: "Review",
    cell: ({ stars, text, answer, writtenAt }) => (
      <>
        <Stars stars={stars} />{" "}
        <span className="text-sm text-muted">
          <Day at={writtenAt} />
        </span>
        <span className="block wrap-anywhere whitespace-pre-line">{`“${text}”`}</span>
        {answer && (
          <span className="block text-sm text-muted wrap-anywhere whitespace-pre-line">{`Answer: “${answer}”`}</span>
        )}
      </>
    ),
  },
  {
    head: "Reported by",
    cell: ({ reports }) => (
      <ul className="space-y-2">
        {reports.map(({ name, reason, reportedAt }) => (
          <li key={`${name} ${reportedAt}`} className="wrap-anywhere">
            <bdi>{name}</bdi>, <Day at={reportedAt} />
            <span className="block text-sm">{`“${reason}”`}</span>
          </li>
        ))}
      </ul>
    ),
  },
];

export default function ReportedReviewsPage() {
  const query = useInfiniteQuery(reportedReviewsQuery);
  const dismiss = useDismissReviewReports();
  const remove = useRemoveReview();
  const removal = useConfirmedRow<ReportedReview>();

  async function dismissReports({ _id, item }: ReportedReview) {
    const { modifiedCount, message } = await dismiss.mutateAsync(_id);
    announceOutcome(modifiedCount, message, `Reports of the review of ${isolate(item)} dismissed`);
  }

  const actions: Column<ReportedReview> = {
    head: "Actions",
    isAction: true,
    numeric: true,
    cell: (review) => (
      <span className="flex flex-wrap justify-end gap-2">
        <Button
          look="secondary"
          size="small"
          aria-label={`Dismiss the reports of the review of ${isolate(review.item)}`}
          busy={dismiss.isPending && dismiss.variables === review._id}
          onClick={() => void dismissReports(review).catch(() => undefined)}
        >
          Dismiss
        </Button>
        <Button
          look="quiet"
          size="small"
          className="-mr-2"
          aria-label={`Remove the review of ${isolate(review.item)}`}
          onClick={() => removal.ask(review)}
        >
          Remove
        </Button>
      </span>
    ),
  };

  return (
    <>
      <PageHeading title="Reported reviews" />
      <PagedList
        query={query}
        empty={
          <EmptyState title="No reported reviews">
            Reviews that users report appear here.
          </EmptyState>
        }
      >
        {(reviews) => (
          <Table
            caption="Reported reviews"
            columns={[...columns, actions]}
            rows={reviews}
            rowKey={(review) => review._id}
          />
        )}
      </PagedList>
      <ReasonDialog
        open={removal.open}
        title={`Remove the review of ${isolate(removal.row?.item ?? "")}?`}
        confirmLabel="Remove"
        hint="We email the reason to the author and keep it in the audit log."
        busy={remove.isPending}
        onClose={removal.close}
        onConfirm={(reason) =>
          removal.confirm(async ({ _id, item }) => {
            const { modifiedCount, message } = await remove.mutateAsync({ id: _id, reason });
            announceOutcome(modifiedCount, message, `Review of ${isolate(item)} removed`);
          })
        }
      >
        No one will see it anymore, and it no longer counts. This cannot be undone.
      </ReasonDialog>
    </>
  );
}
