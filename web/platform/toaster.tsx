import { CircleAlert, CircleCheck, LoaderCircle } from "lucide-react";
import { resolveValue, useToaster, type Toast } from "react-hot-toast/headless";

const gap = 8;

/**
 * Toasts at the top center, 8 px apart, at most 20. Success stays 2 s, error and plain ones 4 s, loading until
 * replaced: the package's defaults, as specified (docs/specification.md, "Business constants and limits"). Hovering
 * pauses them.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster();
  return (
    // Always rendered: screen readers only announce changes to a region they already know. Hovering only pauses the
    // toasts, so it needs no keyboard equivalent.
    <div
      className="pointer-events-none fixed inset-x-4 top-4 z-100 flex flex-col items-center"
      role="region"
      aria-label="Messages"
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      <div
        className="flex w-full flex-col items-center"
        aria-live="polite"
        aria-relevant="additions text"
        style={{ gap }}
      >
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </div>
    </div>
  );
}

function ToastCard({ toast }: { toast: Toast }) {
  return (
    <div
      {...toast.ariaProps}
      data-toast={toast.type}
      data-visible={toast.visible}
      className="pointer-events-auto flex max-w-[min(26rem,100%)] items-center gap-3 rounded-md border border-line bg-surface px-4 py-3 text-sm text-ink shadow-lg transition-opacity duration-200 data-[visible=false]:opacity-0 motion-reduce:transition-none"
    >
      <ToastMark type={toast.type} />
      <span className="min-w-0 wrap-anywhere">{resolveValue(toast.message, toast)}</span>
    </div>
  );
}

function ToastMark({ type }: { type: Toast["type"] }) {
  const shape = { "aria-hidden": true, size: 18, className: "shrink-0" } as const;
  if (type === "success") return <CircleCheck {...shape} className="shrink-0 text-success" />;
  if (type === "error") return <CircleAlert {...shape} className="shrink-0 text-danger" />;
  if (type === "loading") return <LoaderCircle {...shape} className="shrink-0 animate-spin" />;
  return null;
}
