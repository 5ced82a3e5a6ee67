import { redirect, Navigate } from "react-router";
import type { Role } from "#shared/accounts/account.ts";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { pageServices } from "./page-services.ts";
import { useShop } from "#web/platform/root-data.ts";
import { loginPath } from "#web/identity/sessions/return-path.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { Loading } from "#web/ui/loading.tsx";
import type { Route } from "./+types/sell";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Sell your car");

const path = "/sell";
const signUpAsSeller = `/signup?role=Seller&from=${encodeURIComponent(path)}`;
const begins: Record<Role, string> = {
  Seller: "/dashboard/addproduct",
  Buyer: "/dashboard/account#become-a-seller",
  admin: "/dashboard",
};

// Public pages are cached for everyone, so their links can't depend on the user; they all lead here.
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(pageServices).hasSession) throw redirect(signUpAsSeller);
  return null;
}

/** Redirects to where selling starts for the user's role. */
export default function SellPage() {
  const { status, role, roleError } = useSession();
  const { phone } = useShop();
  if (status === "signed-out") return <Navigate to={signUpAsSeller} replace />;
  if (role) return <Navigate to={begins[role]} replace />;
  if (roleError) return <Navigate to={loginPath({ pathname: path, search: "" })} replace />;
  return (
    <div className="measure pt-12 pb-28">
      <noscript>
        <p className="border-y border-brass py-4">{`To sell a car, turn on JavaScript in your browser, or call ${phone}.`}</p>
      </noscript>
      <Loading label="Checking your account" />
    </div>
  );
}
