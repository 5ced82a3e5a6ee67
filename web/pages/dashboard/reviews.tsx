import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import type { SaleReviews } from "#shared/reviews/review-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { StockTabs } from "#web/dashboard/stock-tabs.tsx";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { Day } from "#web/ui/tables/day.tsx";
import { PagedList } from "#web/ui/tables/paged-list.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { AnswerReview, ReportReviewDialog, WriteReview } from "#web/reviews/review-dialogs.tsx";
import { ownReviewsQuery } from "#web/reviews/review-queries.ts";
import { Stars } from "#web/reviews/stars.tsx";
import { Button } from "#web/ui/button.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import type { Route } from "./+types/reviews";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Reviews");

export default function ReviewsPage() {
  const [search, setSearch] = useSearchParams();
  const { role } = useSession();
  const booking = search.get("booking");
  const query = useInfiniteQuery(ownReviewsQuery(booking));
  const show = (name: string, value: string | null) =>
    setSearch(
      (before) => {
        if (value === null) before.delete(name);
        else before.set(name, value);
        return before;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      {role === "Seller" ? (
        <PageHeading title="Reviews">
          <StockTabs />
        </PageHeading>
      ) : (
        <PageHeading title="Reviews" />
      )}
      {booking !== null && (
        <p className="mb-6">
          <Link to="/dashboard/reviews" className="text-link">
            Show all reviews
          </Link>
        </p>
      )}
      <PagedList
        query={query}
        empty={
          <EmptyState title="No sales to review">
            After a paid sale, buyer and seller can review each other here.
          </EmptyState>
        }
      >
        {(sales) => (
          <ul aria-label="Reviews by sale" className="divide-y divide-line border-y border-line">
            {sales.map((sale) => (
              <Sale key={sale.bookingId} sale={sale} onReport={(id) => show("report", id)} />
            ))}
          </ul>
        )}
      </PagedList>
      <ReportReviewDialog id={search.get("report")} onClose={() => show("report", null)} />
    </>
  );
}

function Sale({ sale, onReport }: { sale: SaleReviews; onReport: (id: string) => void }) {
  const { side, own, other, allowedActions } = sale;
  const whom = side === "buyer" ? "seller" : "buyer";
  return (
    <li className="py-6">
      <h2 className="display text-2xl wrap-anywhere">{sale.item}</h2>
      <p className="mt-1 text-sm text-muted wrap-anywhere">
        <span>{`${side === "buyer" ? "Bought from" : "Sold to"} ${sale.otherName} on`}</span>{" "}
        <Day at={sale.paidAt} />
      </p>
      <div className="mt-4 grid gap-6 lg:grid-cols-2">
        <section>
          <h3 className="font-medium">{`Your review of the ${whom}`}</h3>
          {own && <Review review={own} />}
          {own?.removalReason && (
            <p className="mt-2 text-danger wrap-anywhere">{`An admin removed it: ${own.removalReason}`}</p>
          )}
          {sale.visibleFrom && (
            <p className="mt-2 text-sm text-muted">
              <span>{`Hidden until the ${whom} has written too, or until`}</span>{" "}
              <Day at={sale.visibleFrom} />.
            </p>
          )}
          {!own && !sale.writeUntil && <p className="mt-2 text-muted">You did not write one.</p>}
          {allowedActions.includes("write") && sale.writeUntil && (
            <>
              <p className="my-2 text-muted">
                Possible until <Day at={sale.writeUntil} />.
              </p>
              <WriteReview sale={sale} />
            </>
          )}
        </section>
        <section>
          <h3 className="font-medium">{`The ${whom}'s review of you`}</h3>
          {other ? (
            <Review review={other} />
          ) : (
            <p className="mt-2 text-muted">Nothing to read yet.</p>
          )}
          {other && (
            <p className="mt-3 flex flex-wrap gap-2">
              {allowedActions.includes("answer") && (
                <AnswerReview id={other._id} item={sale.item} />
              )}
              {allowedActions.includes("report") && (
                <Button
                  look="quiet"
                  size="small"
                  aria-label={`Report the review of ${isolate(sale.item)}`}
                  onClick={() => onReport(other._id)}
                >
                  Report
                </Button>
              )}
            </p>
          )}
        </section>
      </div>
    </li>
  );
}

function Review({ review }: { review: NonNullable<SaleReviews["own"]> }) {
  return (
    <>
      <p className="mt-2 flex flex-wrap gap-x-3">
        <Stars stars={review.stars} />
        <span className="text-sm text-muted">
          <Day at={review.writtenAt} />
        </span>
      </p>
      <p className="mt-1 max-w-prose wrap-anywhere whitespace-pre-line">{review.text}</p>
      {review.answer && (
        <p className="mt-2 max-w-prose border-l-2 border-line pl-3 text-muted wrap-anywhere whitespace-pre-line">{`Answer: ${review.answer.text}`}</p>
      )}
    </>
  );
}
