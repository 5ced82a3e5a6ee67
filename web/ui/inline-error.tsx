import { Button } from "./button.tsx";

/** Shown when part of a page failed to load, with Retry. */
export function InlineError({
  query,
  what,
}: {
  query: { refetch: () => Promise<unknown>; isFetching: boolean; error: Error | null };
  what: string;
}) {
  return (
    <div role="alert" className="space-y-3">
      <p>{`${what} ${query.error?.message ?? ""}`}</p>
      <Button
        look="secondary"
        size="small"
        busy={query.isFetching}
        onClick={() => void query.refetch()}
      >
        Retry
      </Button>
    </div>
  );
}
