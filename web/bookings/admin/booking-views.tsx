import { NavLink } from "react-router";

const views = [
  { to: "/dashboard/bookings", label: "Bookings" },
  { to: "/dashboard/quarantined", label: "Quarantined payments" },
];

/** Tabs for all bookings and for quarantined payments. */
export function BookingViews() {
  return (
    <nav aria-label="Bookings and payments" className="mb-6 flex gap-8 border-b border-line">
      {views.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="-mb-px inline-flex min-h-11 items-center border-b border-transparent text-muted transition-colors hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
