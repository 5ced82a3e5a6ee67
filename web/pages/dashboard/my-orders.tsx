import { useInfiniteQuery } from "@tanstack/react-query";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { useBookingNews } from "#web/bookings/booking-news.ts";
import { BookingPayment } from "#web/bookings/booking-payment.tsx";
import { myBookingsQuery, useCancelBooking } from "#web/bookings/booking-queries.ts";
import { SellerContact } from "#web/bookings/seller-contact.tsx";
import { Day } from "#web/ui/tables/day.tsx";
import { PagedList } from "#web/ui/tables/paged-list.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { useConfirmedRow } from "#web/ui/tables/use-confirmed-row.ts";
import { announceOutcome } from "#web/platform/announce-outcome.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { CarThumbnail } from "#web/images/car-thumbnail.tsx";
import { CarLink } from "#web/listings/card/car-link.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Price } from "#web/ui/price.tsx";
import { Total } from "#web/ui/tables/list-total.tsx";
import type { RowAction } from "#web/ui/tables/row-actions.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import type { Route } from "./+types/my-orders";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "My Orders");

const orders = { one: "order", many: "orders" };

const columns: Column<Booking>[] = [
  {
    head: "Item",
    isName: true,
    wraps: true,
    picture: ({ image }) => <CarThumbnail src={image} />,
    cell: (booking) => <CarLink car={{ _id: booking.productId, name: booking.item }} />,
    below: (booking) => (
      <>
        <span className="block truncate">
          from <bdi>{booking.sellerName}</bdi>
        </span>
        <SellerContact booking={booking} />
      </>
    ),
  },
  {
    head: "Price",
    numeric: true,
    phone: "line",
    cell: (booking) => (
      <Price amount={booking.price} currency={booking.currency} className="md:display md:text-lg" />
    ),
  },
  {
    head: "Payment",
    phone: "line",
    wraps: true,
    cell: (booking) => <BookingPayment booking={booking} />,
  },
  { head: "Booked", phone: "line", cell: (booking) => <Dates booking={booking} /> },
];

export default function MyOrdersPage() {
  useBookingNews();
  const { user } = useSession();
  const email = user?.email ?? "";
  const query = useInfiniteQuery({ ...myBookingsQuery(email), enabled: email !== "" });
  const cancelBooking = useCancelBooking();
  const cancellation = useConfirmedRow<Booking>();

  async function cancel(booking: Booking) {
    const { deletedCount, message } = await cancelBooking.mutateAsync(booking._id);
    announceOutcome(
      deletedCount,
      message,
      message ?? `Canceled the booking for ${isolate(booking.item)}`,
    );
  }

  const actionsOf = (booking: Booking): RowAction[] =>
    booking.allowedActions.includes("cancel")
      ? [
          {
            label: "Cancel",
            name: `Cancel the booking for ${isolate(booking.item)}`,
            look: "quiet",
            place: "row",
            run: () => cancellation.ask(booking),
          },
        ]
      : [];

  return (
    <>
      <PageHeading
        title="My Orders"
        total={<Total count={query.data?.pages[0]?.total} things={orders} />}
      >
        <LinkButton to="/dashboard/reviews" look="secondary" size="small">
          Reviews
        </LinkButton>
      </PageHeading>
      <PagedList
        query={query}
        empty={
          <EmptyState
            title="You haven't booked a car yet"
            action={<LinkButton to="/">Browse cars</LinkButton>}
          >
            Cars you book are held for you here until you pay.
          </EmptyState>
        }
      >
        {(bookings) => (
          <Table
            caption="My Orders"
            columns={columns}
            rows={bookings}
            rowKey={(booking) => booking._id}
            actionsOf={(booking) => ({ of: booking.item, actions: actionsOf(booking) })}
          />
        )}
      </PagedList>
      <ConfirmDialog
        open={cancellation.open}
        title={`Cancel the booking for ${isolate(cancellation.row?.item ?? "")}?`}
        confirmLabel="Cancel booking"
        keepLabel="Keep booking"
        busy={cancelBooking.isPending}
        onClose={cancellation.close}
        onConfirm={() => cancellation.confirm(cancel)}
      >
        Other buyers can book the car right away.
      </ConfirmDialog>
    </>
  );
}

/** When a car was booked, paid and refunded. */
function Dates({ booking: { createdAt, paidAt, refundedAt } }: { booking: Booking }) {
  return (
    <span className="text-muted">
      <span className="md:block">
        Booked <Day at={createdAt} />
      </span>
      {paidAt && (
        <span className="md:block">
          <span className="md:hidden">, </span>paid <Day at={paidAt} />
        </span>
      )}
      {refundedAt && (
        <span className="md:block">
          <span className="md:hidden">, </span>refunded <Day at={refundedAt} />
        </span>
      )}
    </span>
  );
}
