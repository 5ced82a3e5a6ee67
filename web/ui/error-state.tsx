import { Button } from "./button.tsx";

/** Shown when a list failed to load, with Retry. */
export function ErrorState({
  title = "We could not load this list",
  message,
  onRetry,
  retrying = false,
}: {
  title?: string;
  message?: string;
  onRetry: () => void;
  retrying?: boolean;
}) {
  return (
    <div role="alert" className="border-y border-line py-16 text-center">
      <p className="display text-2xl">{title}</p>
      {message && <p className="mx-auto mt-3 max-w-prose text-muted">{message}</p>}
      <div className="mt-6">
        <Button look="secondary" busy={retrying} onClick={onRetry}>
          Retry
        </Button>
      </div>
    </div>
  );
}
