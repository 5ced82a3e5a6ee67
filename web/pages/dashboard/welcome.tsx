import { Link } from "react-router";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useShop } from "#web/platform/root-data.ts";
import { useSession } from "#web/session/use-session.ts";
import { AdminWelcome } from "#web/dashboard/admin-welcome.tsx";
import { BuyerWelcome } from "#web/dashboard/buyer-welcome.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { SellerWelcome } from "#web/dashboard/seller-welcome.tsx";
import type { Route } from "./+types/welcome";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Dashboard");

export default function WelcomePage() {
  const { user, role } = useSession();
  const { demo } = useShop();
  if (!user) return null;
  return (
    <>
      <PageHeading title={`Welcome, ${user.displayName}`} />
      {role === "Buyer" && <BuyerWelcome email={user.email} />}
      {role === "Seller" && <SellerWelcome />}
      {role === "admin" && <AdminWelcome />}
      {demo && (
        <p className="mt-8 text-muted">
          This is the demo: mails are not sent.{" "}
          <Link to="/outbox" className="text-link">
            Read them in the outbox
          </Link>
          .
        </p>
      )}
    </>
  );
}
