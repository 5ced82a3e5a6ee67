import { CircleAlert, CircleCheck } from "lucide-react";
import { pauseToasts, resumeToasts, useToasts, type Toast } from "./toast.ts";

/** Toasts at the top center, as specified, below the header (docs/specification.md, "Interface constants"). Hovering pauses them. */
export function Toaster() {
  const toasts = useToasts();
  return (
    // Always rendered: screen readers only announce changes to a region they already know. Hovering only pauses the
    // toasts, so it needs no keyboard equivalent.
    <div
      className="pointer-events-none fixed inset-x-4 top-20 z-100 flex flex-col items-center"
      role="region"
      aria-label="Messages"
      onMouseEnter={pauseToasts}
      onMouseLeave={resumeToasts}
    >
      <div
        className="flex w-full flex-col items-center gap-2"
        aria-live="polite"
        aria-relevant="additions text"
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

function ToastCard({ toast: { kind, message, isVisible } }: { toast: Toast }) {
  return (
    <div
      role="status"
      aria-live="polite"
      data-toast={kind}
      data-visible={isVisible}
      className="pointer-events-auto flex max-w-[min(26rem,100%)] items-center gap-3 rounded-soft border border-edge bg-surface px-4 py-3 text-sm text-ink transition-opacity duration-200 data-[visible=false]:opacity-0 motion-reduce:transition-none"
    >
      {kind === "success" ? (
        <CircleCheck aria-hidden="true" size={18} className="shrink-0 text-success" />
      ) : (
        <CircleAlert aria-hidden="true" size={18} className="shrink-0 text-danger" />
      )}
      <span className="min-w-0 wrap-anywhere">{message}</span>
    </div>
  );
}
