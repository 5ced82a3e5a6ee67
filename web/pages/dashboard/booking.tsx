import { useQuery } from "@tanstack/react-query";
import { isolate } from "#shared/text/isolate.ts";
import {
  bookingRecordQuery,
  type BookingRecord,
} from "#web/bookings/admin/booking-admin-queries.ts";
import { BookingFacts } from "#web/bookings/admin/booking-facts.tsx";
import { BookingLog } from "#web/bookings/admin/booking-log.tsx";
import { BookingMoney } from "#web/bookings/admin/booking-money.tsx";
import { BookingPlaceholder } from "#web/bookings/booking-placeholder.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import type { Route } from "./+types/booking";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Booking");

export default function BookingPage({ params }: Route.ComponentProps) {
  const query = useQuery(bookingRecordQuery(params.id));
  // Remount per booking, so that forms start empty.
  if (query.data) return <Record key={params.id} record={query.data} />;
  return <BookingPlaceholder query={query} />;
}

function Record({ record }: { record: BookingRecord }) {
  return (
    <>
      <PageHeading title={`Booking for ${isolate(record.booking.item)}`} />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-[2fr_3fr]">
        <BookingFacts booking={record.booking} />
        <BookingMoney record={record} />
      </div>
      <BookingLog log={record.payment.log} />
    </>
  );
}
