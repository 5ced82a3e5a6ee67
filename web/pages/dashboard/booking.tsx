import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import {
  bookingRecordQuery,
  type BookingRecord,
} from "#web/bookings-admin/booking-admin-queries.ts";
import { BookingFacts } from "#web/bookings-admin/booking-facts.tsx";
import { BookingLog } from "#web/bookings-admin/booking-log.tsx";
import { BookingMoney } from "#web/bookings-admin/booking-money.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { VisuallyHidden } from "#web/ui/visually-hidden.tsx";
import type { Route } from "./+types/booking";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Booking");

export default function BookingPage({ params }: Route.ComponentProps) {
  const query = useQuery(bookingRecordQuery(params.id));
  // A form about one booking never stays for the next.
  if (query.data) return <Record key={params.id} record={query.data} />;
  if (query.isError)
    return (
      <ErrorState
        title="This booking could not be loaded"
        message={query.error.message}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    );
  return (
    <div role="status" className="space-y-6">
      <VisuallyHidden>Loading the booking</VisuallyHidden>
      <Skeleton className="h-12 w-2/3" />
      <Skeleton className="aspect-4/3 max-w-md" />
    </div>
  );
}

function Record({ record }: { record: BookingRecord }) {
  return (
    <>
      <p className="mb-4">
        <Link to="/dashboard/bookings" className="text-link">
          All bookings
        </Link>
      </p>
      <PageHeading title={`Booking of ${record.booking.item}`} />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[2fr_3fr]">
        <BookingFacts booking={record.booking} />
        <BookingMoney record={record} />
      </div>
      <BookingLog log={record.payment.log} />
    </>
  );
}
