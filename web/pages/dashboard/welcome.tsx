import { ConfirmEmailNote } from "#web/accounts/confirm-email-note.tsx";
import { DemoMailNote } from "#web/accounts/demo-mail-note.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useSession } from "#web/session/use-session.ts";
import { AdminWelcome } from "#web/dashboard/admin-welcome.tsx";
import { BuyerWelcome } from "#web/dashboard/buyer-welcome.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { SellerWelcome } from "#web/dashboard/seller-welcome.tsx";
import { LinkButton } from "#web/ui/link-button.tsx";
import type { Route } from "./+types/welcome";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Dashboard");

export default function WelcomePage() {
  const { user, role } = useSession();
  if (!user) return null;
  return (
    <>
      <PageHeading title={`Welcome, ${user.displayName}`}>
        <LinkButton look="secondary" size="small" to="/dashboard/account">
          Your account
        </LinkButton>
      </PageHeading>
      <ConfirmEmailNote user={user} />
      {role === "Buyer" && <BuyerWelcome email={user.email} />}
      {role === "Seller" && <SellerWelcome />}
      {role === "admin" && <AdminWelcome />}
      <p className="mt-8 text-muted empty:hidden">
        <DemoMailNote />
      </p>
    </>
  );
}
