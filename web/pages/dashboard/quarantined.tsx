import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { QuarantinedPayment } from "#shared/payments/payment-contract.ts";
import { quarantineReasons } from "#shared/payments/payment.ts";
import { quarantinedQuery, useRepeatRefund } from "#web/bookings/admin/booking-admin-queries.ts";
import { BookingViews } from "#web/bookings/admin/booking-views.tsx";
import { RefundBadge } from "#web/bookings/admin/state-badges.tsx";
import { bookingLabels } from "#web/bookings/admin/state-words.ts";
import { Day } from "#web/ui/tables/day.tsx";
import { PagedList } from "#web/ui/tables/paged-list.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Badge } from "#web/ui/badge.tsx";
import { Button } from "#web/ui/button.tsx";
import { CopyText } from "#web/ui/copy-text.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Price } from "#web/ui/price.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import type { Route } from "./+types/quarantined";

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta(matches, "Quarantined payments");

const columns: Column<QuarantinedPayment>[] = [
  {
    head: "Why",
    isName: true,
    cell: (payment) => <span className="font-normal">{quarantineReasons[payment.reason]}</span>,
  },
  {
    head: "Amount",
    numeric: true,
    cell: (payment) => (
      <Price amount={payment.amount} currency={payment.currency} className="display text-xl" />
    ),
  },
  {
    head: "Refund",
    cell: (payment) => <QuarantinedRefund payment={payment} />,
  },
  {
    head: "Booking",
    cell: ({ bookingId, bookingState }) =>
      bookingId ? (
        <Link to={`/dashboard/bookings/${bookingId}`} className="text-link">
          {bookingState ? `Booking, ${bookingLabels[bookingState].label}` : "Booking"}
        </Link>
      ) : (
        <span className="text-muted">none</span>
      ),
  },
  {
    head: "Transaction",
    cell: ({ transactionId }) => (
      <CopyText text={transactionId} label={`Copy transaction id ${transactionId}`} />
    ),
  },
  { head: "Received", cell: (payment) => <Day at={payment.createdAt} /> },
];

export default function QuarantinedPaymentsPage() {
  const query = useInfiniteQuery(quarantinedQuery);
  return (
    <>
      <PageHeading title="Quarantined payments">
        <BookingViews />
      </PageHeading>
      <p className="mb-6 max-w-prose text-muted">
        Payments that don't match a booking. We refund them automatically. If a refund failed, you
        can try it again.
      </p>
      <PagedList
        query={query}
        empty={
          <EmptyState title="No quarantined payments">
            Every payment matches its booking.
          </EmptyState>
        }
      >
        {(payments) => (
          <Table
            caption="Quarantined payments"
            columns={columns}
            rows={payments}
            rowKey={(payment) => payment._id}
          />
        )}
      </PagedList>
    </>
  );
}

function QuarantinedRefund({
  payment: { _id, refundStatus, transactionId },
}: {
  payment: QuarantinedPayment;
}) {
  const repetition = useRepeatRefund();
  if (refundStatus === null) return <Badge tone="danger">not requested</Badge>;
  if (refundStatus !== "failed" && refundStatus !== "canceled")
    return <RefundBadge status={refundStatus} />;

  async function repeat() {
    const { modifiedCount, message } = await repetition.mutateAsync(_id);
    announceOutcome(modifiedCount, message, "Refund requested again");
  }

  return (
    <span className="flex flex-wrap items-center gap-2 max-md:justify-end">
      <RefundBadge status={refundStatus} />
      <Button
        look="secondary"
        size="small"
        busy={repetition.isPending}
        aria-label={`Refund ${transactionId} again`}
        onClick={() => void repeat().catch(() => undefined)}
      >
        Refund again
      </Button>
    </span>
  );
}
