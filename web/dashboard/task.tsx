import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { Skeleton } from "#web/ui/skeleton.tsx";

/** The welcome page's list of what there is to do. */
export function TaskList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-line border-y border-line">{children}</ul>;
}

type TaskProps = {
  to: string;
  title: string;
  /** Undefined while it is being read; null where it could not be. */
  count?: number | null | undefined;
  isPending?: boolean;
  children: ReactNode;
};

/** One thing to do, how much of it there is, and the way there. */
export function Task({ to, title, count, isPending = false, children }: TaskProps) {
  return (
    <li>
      <Link to={to} className="group flex items-center gap-6 py-6">
        <span className="display w-14 shrink-0 text-4xl text-brass-ink">
          {isPending ? <Skeleton className="h-9 w-10" /> : (count ?? "–")}
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
