import { NavLink } from "react-router";

/** Links to pages that belong together. */
export function Tabs({
  label,
  pages,
}: {
  label: string;
  pages: readonly { to: string; label: string }[];
}) {
  return (
    <nav aria-label={label} className="max-lg:order-last max-lg:basis-full">
      <ul className="flex flex-wrap gap-x-5">
        {pages.map((page) => (
          <li key={page.to}>
            <NavLink
              to={page.to}
              end
              className="inline-flex min-h-10 items-center border-b border-transparent text-[0.9375rem] text-muted transition-colors hover:text-ink aria-[current=page]:border-brass aria-[current=page]:text-ink"
            >
              {page.label}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
