import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatNumber } from "#shared/text/format-number.ts";

/** A section of the dashboard summary. */
export function SummaryList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mb-12">
      <h2 className="display mb-4 text-2xl">{title}</h2>
      <ul className="divide-y divide-line border-y border-line">{children}</ul>
    </section>
  );
}

type SummaryItemProps = {
  to: string;
  title: string;
  /** The count; null if nothing is counted. */
  count: number | null;
  children: ReactNode;
};

/** One item of the summary: a count and a link. */
export function SummaryItem({ to, title, count, children }: SummaryItemProps) {
  return (
    <li>
      <Link to={to} className="group flex items-center gap-6 py-6">
        <span className="display min-w-14 shrink-0 text-4xl text-brass-ink">
          {count === null ? <span aria-hidden="true">–</span> : formatNumber(count)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block text-lg font-medium underline-offset-4 group-hover:underline">
            {title}
          </span>
          <span className="block text-muted">{children}</span>
        </span>
        <ArrowRight
          aria-hidden="true"
          size={20}
          strokeWidth={1.25}
          className="shrink-0 text-muted transition-transform group-hover:translate-x-1"
        />
      </Link>
    </li>
  );
}

/** Shown when there is nothing to do. */
export function NothingToDo({ children }: { children: ReactNode }) {
  return <p className="mb-12 border-y border-line py-6 text-muted">{children}</p>;
}
