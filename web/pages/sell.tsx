import { Navigate, redirect, useSearchParams } from "react-router";
import type { Role } from "#shared/accounts/account.ts";
import { estimateQuery } from "#shared/valuation/estimate-contract.ts";
import { loginPath } from "#web/identity/sessions/return-path.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { describedCarQuery, readDescribedCar } from "#web/listings/form/described-car.ts";
import { emptyProduct, estimatedFacts } from "#web/listings/form/product-body.ts";
import { pageMeta } from "#web/platform/page-meta.ts";
import { useShop } from "#web/platform/root-data.ts";
import { Loading } from "#web/ui/loading.tsx";
import type { Route } from "./+types/sell";
import { pageServices } from "./page-services.ts";
import { SellForm } from "./sell/sell-form.tsx";

const path = "/sell";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: "Sell your car",
    description: "See what cars like yours are offered for, without an account, and list yours.",
    path,
  });

const signUpAsSeller = (search: string) =>
  `/signup?role=Seller&from=${encodeURIComponent(path + search)}`;

/** What cars like the one in the address are offered for. With `list`, the visitor wants to list it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const { estimatePrice, hasSession } = context.get(pageServices);
  const { search, searchParams } = new URL(request.url);
  if (searchParams.has("list") && !hasSession) throw redirect(signUpAsSeller(search));
  const car = readDescribedCar(searchParams);
  const facts = estimatedFacts({ ...emptyProduct, condition: "", ...car });
  return { car, answer: await estimatePrice(estimateQuery.parse(facts)) };
}

export default function SellPage({ loaderData: { car, answer } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  if (search.has("list")) return <ListIt search={search} />;
  return <SellForm key={search.toString()} car={car} answer={answer} />;
}

/** Where listing the car starts for a role. */
function startOf(role: Role, search: URLSearchParams): string {
  if (role === "admin") return "/dashboard";
  const form = `/dashboard/addproduct?${describedCarQuery(readDescribedCar(search))}`;
  if (role === "Seller") return form;
  return `/dashboard/account?from=${encodeURIComponent(form)}#become-a-seller`;
}

/** Redirects to where listing the car starts for the user's role. */
function ListIt({ search }: { search: URLSearchParams }) {
  const { status, role, roleError } = useSession();
  const { phone } = useShop();
  const query = `?${search.toString()}`;
  if (status === "signed-out") return <Navigate to={signUpAsSeller(query)} replace />;
  if (role) return <Navigate to={startOf(role, search)} replace />;
  if (roleError) return <Navigate to={loginPath({ pathname: path, search: query })} replace />;
  return (
    <div className="page-body">
      <noscript>
        <p className="border-y border-brass py-4">{`To list a car, turn on JavaScript in your browser, or call ${phone}.`}</p>
      </noscript>
      <Loading label="Checking your account" />
    </div>
  );
}
