import { Tabs } from "#web/ui/tabs.tsx";

const views = [
  { to: "/dashboard/bookings", label: "Bookings" },
  { to: "/dashboard/quarantined", label: "Quarantined payments" },
];

/** Tabs for all bookings and for quarantined payments. */
export function BookingViews() {
  return <Tabs label="Bookings and payments" pages={views} />;
}
