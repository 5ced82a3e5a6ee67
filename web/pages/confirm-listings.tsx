import { data, Link } from "react-router";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import type { Route } from "./+types/confirm-listings";
import { pageServices, type Confirming } from "./page-services.ts";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Confirm cars");

/** Reads the cars of the link. Opening it changes nothing, because mail scanners open links. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const confirming = await context.get(pageServices).readConfirming(token);
  return data(
    { token, confirming },
    { status: confirming ? 200 : 404, headers: { "cache-control": "no-store" } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function ConfirmListingsPage({ loaderData }: Route.ComponentProps) {
  const { token, confirming } = loaderData;
  const cars = confirming?.cars ?? [];
  return (
    <div className="measure pt-12 pb-28 md:pt-20">
      <div className="max-w-xl">
        <h1 className="display text-4xl md:text-5xl">Still for sale?</h1>
        <p role="status" className="mt-6 text-lg">
          {leadOf(confirming)}
        </p>
        {cars.length > 0 && (
          // A plain form, so that it also works without JavaScript.
          <form
            method="post"
            action={`/api/listing-confirmations?token=${encodeURIComponent(token)}`}
            className="mt-8"
          >
            <ul className="divide-y divide-line border-y border-line">
              {cars.map(({ id, name, isLapsed }) => (
                <li key={id}>
                  <label className="flex min-h-11 items-center gap-3 py-2 wrap-anywhere">
                    <input
                      type="checkbox"
                      name="car"
                      value={id}
                      defaultChecked
                      className="size-4.5 shrink-0 accent-action-ink"
                    />
                    <span>
                      {name}
                      {isLapsed && <span className="text-muted"> · off sale</span>}
                    </span>
                  </label>
                </li>
              ))}
            </ul>
            <button className={`${buttonClass("primary")} mt-8`}>
              {cars.length === 1 ? "Confirm this car" : "Confirm these cars"}
            </button>
          </form>
        )}
        <p className="mt-8 text-muted">
          You can change, confirm and delete your cars under{" "}
          <Link to="/dashboard/myproduct" className="text-link">
            My Products
          </Link>
          .
        </p>
      </div>
    </div>
  );
}

function leadOf(confirming: Confirming | null): string {
  if (confirming === null)
    return "This link is not valid, or it is too old. Please open the whole link from the latest email.";
  const { cars } = confirming;
  if (cars.length === 0) return "Thank you. None of your cars waits to be confirmed.";
  const isOne = cars.length === 1;
  if (cars.every(({ isLapsed }) => isLapsed))
    return `${isOne ? "This car is" : "These cars are"} off sale. Confirm ${isOne ? "it" : "them"} to put ${isOne ? "it" : "them"} back on sale.`;
  return `Confirm ${isOne ? "this car" : "the cars that you still sell"}, and ${isOne ? "it stays" : "they stay"} on sale.`;
}
