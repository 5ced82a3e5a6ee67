import { ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatNumber } from "#shared/text/format-number.ts";

/** A section of the dashboard summary. */
export function SummaryList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 mb-10">
      <h2 className="display mb-3 text-2xl">{title}</h2>
      <ul className="divide-y divide-line border-y border-line">{children}</ul>
    </section>
  );
}

type SummaryItemProps = {
  to: string;
  title: string;
  /** The number of things that wait, or what stands in its place: a picture. */
  count: number | ReactNode;
  children: ReactNode;
};

/** Something to do, with a link to the list of what waits. */
export function SummaryItem({ to, title, count, children }: SummaryItemProps) {
  return (
    <li>
      <Link to={to} className="group flex min-h-18 items-center gap-5 py-3">
        <span className="display min-w-16 shrink-0 text-3xl text-brass-ink">
          {typeof count === "number" ? formatNumber(count) : count}
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-medium underline-offset-4 group-hover:underline">
            {title}
          </span>
          <span className="block text-[0.9375rem] text-muted">{children}</span>
        </span>
        <Chevron />
      </Link>
    </li>
  );
}

/** A section of links to lists and pages, in two columns where there is room. */
export function LookUpList({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8 mb-10">
      <h2 className="display mb-3 text-2xl">{title}</h2>
      <ul className="grid gap-x-10 border-t border-line sm:grid-cols-2">{children}</ul>
    </section>
  );
}

type LookUpProps = {
  to: string;
  title: string;
  icon: LucideIcon;
  /** How many there are, if that is counted. */
  count?: number;
  /** What it is for. */
  children: ReactNode;
};

/** A link to a list or page. */
export function LookUp({ to, title, icon: Icon, count, children }: LookUpProps) {
  return (
    <li className="border-b border-line">
      <Link to={to} className="group flex min-h-14 items-center gap-4 py-2">
        <Icon aria-hidden="true" size={20} strokeWidth={1.5} className="shrink-0 text-brass-ink" />
        <span className="min-w-0 flex-1 leading-snug">
          <span className="font-medium underline-offset-4 group-hover:underline">{title}</span>{" "}
          {count !== undefined && (
            <span className="text-muted tabular-nums">{formatNumber(count)}</span>
          )}
          <span className="block text-sm text-muted">{children}</span>
        </span>
        <Chevron />
      </Link>
    </li>
  );
}

function Chevron() {
  return (
    <ChevronRight
      aria-hidden="true"
      size={18}
      strokeWidth={1.5}
      className="shrink-0 text-muted transition-transform group-hover:translate-x-0.5 rtl:rotate-180"
    />
  );
}

/** Shown when there is nothing to do. */
export function NothingToDo({ children }: { children: ReactNode }) {
  return <p className="mt-4 mb-8 border-y border-line py-4 text-muted">{children}</p>;
}
