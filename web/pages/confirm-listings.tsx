import { data, Link } from "react-router";
import { formatNumber } from "#shared/text/format-number.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { buttonClass } from "#web/ui/button-class.ts";
import type { Route } from "./+types/confirm-listings";
import { pageServices, type Confirming } from "./page-services.ts";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Confirm cars");

/** Reads the cars of the link. Opening it changes nothing, because mail scanners open links. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const token = searchParams.get("token") ?? "";
  const confirmed = /^\d{1,6}$/.exec(searchParams.get("confirmed") ?? "");
  const confirming = await context.get(pageServices).readConfirming(token);
  return data(
    { token, confirming, confirmed: confirmed && Number(confirmed[0]) },
    { status: confirming ? 200 : 404, headers: { "cache-control": "no-store" } },
  );
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function ConfirmListingsPage({ loaderData }: Route.ComponentProps) {
  const { token, confirming, confirmed } = loaderData;
  const cars = confirming && !confirming.isSuspended ? confirming.cars : [];
  const free = cars.filter(({ obstacle }) => obstacle === null);
  return (
    <div className="page-body">
      <div className="max-w-xl">
        <h1 className="page-title">Still for sale?</h1>
        <div role="status" className="mt-6 space-y-2 text-lg">
          {confirming && confirmed !== null && <p>{outcomeOf(confirmed, confirming)}</p>}
          <p>{leadOf(confirming)}</p>
        </div>
        {free.length > 0 && <Choice cars={free} token={token} />}
        {cars.length > free.length && (
          <Blocked cars={cars.filter(({ obstacle }) => obstacle !== null)} />
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

type Cars = Confirming["cars"];

/** A plain form, so that it also works without JavaScript. */
function Choice({ cars, token }: { cars: Cars; token: string }) {
  return (
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
                <span>{name}</span>
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
  );
}

function Blocked({ cars }: { cars: Cars }) {
  return (
    <section className="mt-10">
      <h2 className="font-medium">Off sale, cannot be confirmed</h2>
      <ul className="mt-3 divide-y divide-line border-y border-line">
        {cars.map(({ id, name, obstacle }) => (
          <li key={id} className="py-2 wrap-anywhere">
            <span>{name}</span>
            <p className="text-muted">{obstacle}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function outcomeOf(confirmed: number, { isSuspended, cars }: Confirming): string {
  if (confirmed > 0)
    return `${formatNumber(confirmed)} ${confirmed === 1 ? "car is" : "cars are"} confirmed.`;
  const isChoice = !isSuspended && cars.some(({ obstacle }) => obstacle === null);
  return `No car was confirmed.${isChoice ? " Choose at least one that you still sell." : ""}`;
}

function leadOf(confirming: Confirming | null): string {
  if (confirming === null)
    return "This link is not valid, or it is too old. Please open the whole link from the latest email.";
  const { cars, total, isSuspended } = confirming;
  if (isSuspended)
    return "Your account is suspended, so your cars are off sale. The email about the suspension says how to appeal.";
  if (cars.length === 0) return "Thank you. None of your cars waits to be confirmed.";
  const free = cars.filter(({ obstacle }) => obstacle === null);
  if (free.length === 0) return "None of these cars can be confirmed.";
  const isOne = free.length === 1;
  const lead = free.every(({ isLapsed }) => isLapsed)
    ? `${isOne ? "This car is" : "These cars are"} off sale. Confirm ${isOne ? "it" : "them"} to put ${isOne ? "it" : "them"} back on sale.`
    : `Confirm ${isOne ? "this car" : "the cars that you still sell"}, and ${isOne ? "it stays" : "they stay"} on sale.${free.some(({ isLapsed }) => isLapsed) ? " Those that are off sale are for sale again." : ""}`;
  return total > cars.length
    ? `${lead} The first ${formatNumber(cars.length)} of ${formatNumber(total)} are listed. The others follow once these are confirmed.`
    : lead;
}
