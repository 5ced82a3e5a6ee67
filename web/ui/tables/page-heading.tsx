import type { ReactNode } from "react";
import type { Elements } from "../fields/elements.ts";

/** A dashboard page's heading, with optional actions next to it. */
export function PageHeading({ title, children }: { title: ReactNode; children?: Elements }) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-4">
      <h1 className="display text-4xl md:text-5xl">{title}</h1>
      {children}
    </div>
  );
}
