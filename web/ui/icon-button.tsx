import type { ComponentProps, ReactNode } from "react";

/** An icon button; `label` is its accessible name. */
export function IconButton({
  label,
  children,
  className = "",
  ...rest
}: Omit<ComponentProps<"button">, "children"> & { label: string; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`inline-grid size-11 place-items-center rounded-soft text-ink transition-colors hover:text-action-ink disabled:opacity-50 ${className}`}
      {...rest}
    >
      {children}
    </button>
  );
}
