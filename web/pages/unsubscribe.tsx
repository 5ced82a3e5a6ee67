import { data, Link } from "react-router";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import type { Route } from "./+types/unsubscribe";
import { pageServices, type Unsubscribing } from "./page-services.ts";

export const meta: Route.MetaFunction = ({ matches }) =>
  privatePageMeta(matches, "Saved search emails");

/** Reads what the link stops. Opening it changes nothing, because mail scanners open links. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const unsubscribing = await context.get(pageServices).readUnsubscribing(token);
  return data(
    { token, unsubscribing },
    { status: unsubscribing ? 200 : 404, headers: { "cache-control": "no-store" } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function UnsubscribePage({ loaderData }: Route.ComponentProps) {
  const { token, unsubscribing } = loaderData;
  const canStop = unsubscribing !== null && unsubscribing.on > 0;
  return (
    <div className="page-body">
      <div className="max-w-xl">
        <h1 className="page-title">Saved search emails</h1>
        <p role="status" className="mt-6 text-lg wrap-anywhere">
          {leadOf(unsubscribing)}
        </p>
        {canStop && (
          // A plain form, so that it also works without JavaScript.
          <form
            method="post"
            action={`/api/saved-searches/unsubscribe?token=${encodeURIComponent(token)}`}
            className="mt-8"
          >
            <button className={buttonClass("primary")}>
              {unsubscribing.name === null ? "Stop all these emails" : "Stop these emails"}
            </button>
          </form>
        )}
        <p className="mt-8 text-muted">
          You can turn emails on and off for each search under{" "}
          <Link to="/saved-searches" className="text-link">
            Saved searches
          </Link>
          .
        </p>
      </div>
    </div>
  );
}

function leadOf(unsubscribing: Unsubscribing | null): string {
  if (unsubscribing === null)
    return "This link is not valid. Please open the whole link from the email.";
  const { name, on, exists } = unsubscribing;
  if (!exists)
    return name === null
      ? "There are no saved searches, so we send no emails about them."
      : "This saved search was deleted, so we send no emails about it.";
  if (name !== null)
    return on > 0
      ? `We email you about new matches and lower prices for “${name}”.`
      : `We no longer email you about “${name}”.`;
  if (on === 0) return "We no longer email you about your saved searches.";
  return `We email you about new matches and lower prices for ${on === 1 ? "one saved search" : `${on} saved searches`}.`;
}
