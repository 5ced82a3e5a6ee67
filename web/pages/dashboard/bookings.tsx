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
import { EmailAddress } from "#web/ui/tables/email-address.tsx";
import { ListTotal } from "#web/ui/tables/list-total.tsx";
import { choice } from "#web/ui/tables/table-filter.ts";
import { TableTools } from "#web/ui/tables/table-tools.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useListState } from "#web/platform/use-list-state.ts";
import { CarThumbnail } from "#web/images/car-thumbnail.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Price } from "#web/ui/price.tsx";
import type { Column } from "#web/ui/tables/table-columns.ts";
import type { Route } from "./+types/bookings";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Bookings");

const bookings = { one: "booking", many: "bookings" };
const filters = [
  choice("state", "State", stateChoices),
  choice("issue", "Payment issue", issueChoices),
];

const columns: Column<Booking>[] = [
  {
    head: "Car",
    isName: true,
    sort: "item",
    picture: ({ image }) => <CarThumbnail src={image} />,
    cell: (booking) => (
      <Link to={`/dashboard/bookings/${booking._id}`} className="text-link">
        {booking.item}
      </Link>
    ),
  },
  {
    head: "Buyer",
    phone: "line",
    isCut: true,
    sort: "buyer",
    cell: (booking) => (
      <>
        <span className="md:block md:truncate">{booking.name}</span>
        <span className="text-muted max-md:hidden">
          <EmailAddress email={booking.email} />
        </span>
      </>
    ),
  },
  {
    head: "Price",
    numeric: true,
    phone: "line",
    sort: "price",
    fallsFirst: true,
    cell: (booking) => (
      <Price amount={booking.price} currency={booking.currency} className="md:display md:text-lg" />
    ),
  },
  {
    head: "State",
    phone: "line",
    cell: (booking) => (
      <>
        <BookingBadges booking={booking} />
        {booking.amountRefunded > 0 && (
          <span className="text-muted md:block md:text-xs">{` ${formatMajor(booking.amountRefunded, booking.currency)} refunded`}</span>
        )}
      </>
    ),
  },
  {
    head: "Booked",
    phone: "line",
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
      <PageHeading
        title="Bookings"
        total={<ListTotal query={allBookingsQuery(list.query)} things={bookings} />}
      >
        <BookingViews />
      </PageHeading>
      <TableTools
        searches="car, name or email"
        list={list}
        columns={columns}
        order={order}
        filters={filters}
      />
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
