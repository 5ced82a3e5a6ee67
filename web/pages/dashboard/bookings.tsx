import { Link } from "react-router";
import { bookingFilter, type Booking } from "#shared/bookings/booking-contract.ts";
import { formatMajor } from "#shared/money/money.ts";
import { allBookingsQuery } from "#web/bookings/admin/booking-admin-queries.ts";
import { BookingViews } from "#web/bookings/admin/booking-views.tsx";
import { BookingBadges } from "#web/bookings/admin/state-badges.tsx";
import { stateChoices, issueChoices } from "#web/bookings/admin/state-choices.ts";
import { Day } from "#web/ui/tables/day.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { TablePage } from "#web/ui/tables/table-page.tsx";
import { ChoiceField, TableTools } from "#web/ui/tables/table-tools.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { CarPicture } from "#web/images/car-picture.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Price } from "#web/ui/price.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import type { Route } from "./+types/bookings";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Bookings");

const columns: Column<Booking>[] = [
  {
    head: "Car",
    isName: true,
    sort: "item",
    cell: (booking) => (
      <Link
        to={`/dashboard/bookings/${booking._id}`}
        className="group flex items-center gap-3 max-md:flex-row-reverse"
      >
        <CarPicture
          src={booking.image}
          alt=""
          isIllustration={booking.imageIsIllustration}
          isThumbnail
          className="w-20 shrink-0"
        />
        <span className="text-link min-w-0">{booking.item}</span>
      </Link>
    ),
  },
  {
    head: "Buyer",
    sort: "buyer",
    cell: (booking) => (
      <>
        <span>{booking.name}</span>
        <span className="block text-sm text-muted">{booking.email}</span>
      </>
    ),
  },
  {
    head: "Price",
    numeric: true,
    sort: "price",
    fallsFirst: true,
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
          <span className="text-sm text-muted">{`${formatMajor(booking.amountRefunded, booking.currency)} refunded`}</span>
        )}
      </span>
    ),
  },
  {
    head: "Booked",
    sort: "booked",
    fallsFirst: true,
    cell: (booking) => <Day at={booking.createdAt} />,
  },
];

export default function BookingsPage() {
  const list = useListState(bookingFilter);
  const order = list.orderBy("-booked");
  return (
    <>
      <PageHeading title="Bookings" />
      <BookingViews />
      <TableTools searches="car, name or email" list={list} columns={columns} order={order}>
        <ChoiceField
          label="State"
          value={list.filter.state ?? ""}
          options={stateChoices}
          choose={(state) => list.choose({ state })}
        />
        <ChoiceField
          label="Payment issue"
          value={list.filter.issue ?? ""}
          options={issueChoices}
          choose={(issue) => list.choose({ issue })}
        />
      </TableTools>
      <TablePage
        title="Bookings"
        list={list}
        query={allBookingsQuery(list.query)}
        columns={columns}
        order={order}
        things="bookings"
        empty={
          <EmptyState title="No bookings yet">Bookings and their payments appear here.</EmptyState>
        }
      />
    </>
  );
}
