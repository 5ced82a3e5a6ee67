import type { ReactNode } from "react";
import type { Elements } from "../fields/elements.ts";

type PageHeadingProps = {
  title: ReactNode;
  /** How many things the page lists. */
  total?: Elements;
  /** Links and actions next to the heading. */
  children?: Elements;
};

/** A dashboard page's heading. */
export function PageHeading({ title, total, children }: PageHeadingProps) {
  return (
    <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1">
      <div className="me-auto flex min-w-0 flex-wrap items-baseline gap-x-4 max-md:flex-1">
        <h1 className="display text-3xl md:text-heading">{title}</h1>
        {total}
      </div>
      {children}
    </div>
  );
}
