import { NavLink } from "react-router";

const pages = [
  { to: "/favorites", label: "Favorites" },
  { to: "/saved-searches", label: "Saved searches" },
] as const;

/** Leads from the saved cars to the saved searches and back. */
export function SavedNavigation() {
  return (
    <nav aria-label="Saved" className="mb-6 flex gap-6">
      {pages.map(({ to, label }) => (
        <NavLink
          prefetch="intent"
          key={to}
          to={to}
          end
          className="py-2 text-[0.9375rem] text-muted transition-colors hover:text-ink aria-[current=page]:text-ink aria-[current=page]:underline aria-[current=page]:decoration-brass aria-[current=page]:underline-offset-8"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
