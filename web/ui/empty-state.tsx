import type { ReactNode } from "react";

/** Shown when a list is empty: what it will contain and what to do next. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children?: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className="border-y border-line py-16 text-center">
      <p className="display text-2xl">{title}</p>
      {children && <div className="mx-auto mt-3 max-w-prose text-muted">{children}</div>}
      {action && <div className="mt-6 flex justify-center">{action}</div>}
    </div>
  );
}
