import { EmptyState } from "#web/ui/empty-state.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";

/** A car that was sold long ago and is no longer shown. */
export function CarGone() {
  return (
    <>
      <h1 className="page-title mb-10">This car has been sold</h1>
      <EmptyState
        title="It is no longer shown"
        action={
          <LinkButton to="/" look="secondary">
            Back to home
          </LinkButton>
        }
      >
        Another car may be what you are looking for.
      </EmptyState>
    </>
  );
}
