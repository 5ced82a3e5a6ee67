import { LinkButton } from "#web/ui/link-button.tsx";

/** Content of the 404 page. */
export function NotFound() {
  return (
    <section className="grid gap-10 py-20 md:grid-cols-[1fr_1.2fr] md:items-end md:py-32">
      <p
        aria-hidden="true"
        className="display text-[clamp(7rem,22vw,18rem)] leading-[0.8] text-brass"
      >
        404
      </p>
      <div>
        <h1 className="page-title">Sorry, we couldn't find this page.</h1>
        <p className="mt-4 max-w-prose text-muted">
          The link may be wrong, or the car may have been sold.
        </p>
        <LinkButton to="/" className="mt-8">
          Go Back
        </LinkButton>
      </div>
    </section>
  );
}
