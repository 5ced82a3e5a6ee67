import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Booking } from "#shared/bookings/booking-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { allBookingsQuery } from "#web/bookings-admin/booking-admin-queries.ts";
import { BookingViews } from "#web/bookings-admin/booking-views.tsx";
import { BookingBadges } from "#web/bookings-admin/state-badges.tsx";
import { StateFilter, useStateFilter } from "#web/bookings-admin/state-filter.tsx";
import { bookingLabels } from "#web/bookings-admin/state-words.ts";
import { Day } from "#web/dashboard/day.tsx";
import { PagedList } from "#web/dashboard/paged-list.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { Button } from "#web/ui/button.tsx";
import { CarPicture } from "#web/ui/car-picture.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Price } from "#web/ui/price.tsx";
import { type Column, Table } from "#web/ui/table.tsx";
import type { Route } from "./+types/bookings";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Bookings");

const columns: Column<Booking>[] = [
  {
    head: "Car",
    isName: true,
    cell: (booking) => (
      <Link
        to={`/dashboard/bookings/${booking._id}`}
        className="group flex items-center gap-3 max-md:flex-row-reverse"
      >
        <CarPicture src={booking.image} alt="" sizes="5rem" className="w-20 shrink-0" />
        <span className="text-link min-w-0">{booking.item}</span>
      </Link>
    ),
  },
  {
    head: "Buyer",
    cell: (booking) => (
      <>
        {booking.name}
        <span className="block text-sm text-muted">{booking.email}</span>
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
  {
    head: "State",
    cell: (booking) => (
      <span className="flex flex-col gap-1.5">
        <BookingBadges booking={booking} />
        {booking.amountRefunded > 0 && (
          <span className="text-sm text-muted">
            {formatMajor(booking.amountRefunded, booking.currency)} refunded
          </span>
        )}
      </span>
    ),
  },
  { head: "Booked", cell: (booking) => <Day at={booking.createdAt} /> },
];

export default function BookingsPage() {
  const filter = useStateFilter();
  const query = useInfiniteQuery(allBookingsQuery(filter.state));
  return (
    <>
      <PageHeading title="Bookings">
        <StateFilter {...filter} />
      </PageHeading>
      <BookingViews />
      <PagedList
        query={query}
        empty={
          filter.state === null ? (
            <EmptyState title="Nobody has booked a car yet">
              Every booking, and its money, appears here.
            </EmptyState>
          ) : (
            <EmptyState
              title="No bookings in this state"
              action={
                <Button look="secondary" onClick={() => filter.choose("")}>
                  Show all bookings
                </Button>
              }
            >
              None is “{bookingLabels[filter.state].words}” now.
            </EmptyState>
          )
        }
      >
        {(bookings) => (
          <Table
            caption="Bookings"
            columns={columns}
            rows={bookings}
            rowKey={(booking) => booking._id}
          />
        )}
      </PagedList>
    </>
  );
}
