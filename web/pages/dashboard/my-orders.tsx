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
import { Button } from "#web/ui/button.tsx";
import { CarPicture } from "#web/images/car-picture.tsx";
import { CarLink } from "#web/listings/card/car-link.tsx";
import { ConfirmDialog } from "#web/ui/confirm-dialog.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import { Price } from "#web/ui/price.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import { Table } from "#web/ui/tables/table.tsx";
import type { Route } from "./+types/my-orders";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "My Orders");

const columns: Column<Booking>[] = [
  {
    head: "Image",
    isPicture: true,
    cell: (booking) => (
      <CarPicture
        src={booking.image}
        alt={booking.item}
        isIllustration={booking.imageIsIllustration}
        isThumbnail
        sizes="8rem"
        className="w-full md:w-32"
      />
    ),
  },
  {
    head: "Item",
    isName: true,
    cell: (booking) => (
      <>
        <CarLink car={{ _id: booking.productId, name: booking.item }} />
        <span className="mt-0.5 block text-sm font-normal text-muted">
          from <bdi>{booking.sellerName}</bdi>
          <SellerContact booking={booking} />
        </span>
        <span className="mt-0.5 block text-sm font-normal text-muted">
          Booked <Day at={booking.createdAt} />
          {booking.paidAt && (
            <>
              , paid <Day at={booking.paidAt} />
            </>
          )}
          {booking.refundedAt && (
            <>
              , refunded <Day at={booking.refundedAt} />
            </>
          )}
        </span>
      </>
    ),
  },
  {
    head: "Price",
    numeric: true,
    cell: (booking) => (
      <Price amount={booking.price} currency={booking.currency} className="display text-xl" />
    ),
  },
  { head: "Payment", cell: (booking) => <BookingPayment booking={booking} /> },
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

  const cancelColumn: Column<Booking> = {
    head: "Cancel",
    isAction: true,
    numeric: true,
    cell: (booking) =>
      booking.allowedActions.includes("cancel") && (
        <Button
          look="quiet"
          size="small"
          aria-label={`Cancel the booking for ${isolate(booking.item)}`}
          onClick={() => cancellation.ask(booking)}
        >
          Cancel
        </Button>
      ),
  };

  return (
    <>
      <PageHeading title="My Orders">
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
            columns={[...columns, cancelColumn]}
            rows={bookings}
            rowKey={(booking) => booking._id}
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
