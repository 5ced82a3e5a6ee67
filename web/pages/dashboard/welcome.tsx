import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { DashboardSummary } from "#shared/dashboard-summary/dashboard-summary-contract.ts";
import { isolate } from "#shared/text/isolate.ts";
import { ConfirmEmailNote } from "#web/identity/confirm-email-note.tsx";
import { DemoEmailNote } from "#web/email/demo-email-note.tsx";
import { AdminWelcome } from "#web/dashboard/admin-welcome.tsx";
import { BuyerWelcome } from "#web/dashboard/buyer-welcome.tsx";
import { ListStates } from "#web/ui/tables/list-states.tsx";
import { PageHeading } from "#web/ui/tables/page-heading.tsx";
import { SellerWelcome } from "#web/dashboard/seller-welcome.tsx";
import { SellerStats } from "#web/seller-stats/seller-stats.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { dashboardSummaryQuery } from "#web/dashboard-summary/dashboard-summary-queries.ts";
import type { Route } from "./+types/welcome";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Dashboard");

export default function WelcomePage() {
  const { user } = useSession();
  const query = useQuery({ ...dashboardSummaryQuery(user?.email ?? ""), enabled: user !== null });
  if (!user) return null;
  return (
    <>
      <PageHeading title={`Welcome, ${isolate(user.displayName)}`}>
        <Link to="/dashboard/account" className="text-link">
          Your account
        </Link>
      </PageHeading>
      <ConfirmEmailNote user={user} />
      <ListStates query={query} count={query.data && 1} empty={null}>
        {query.data && <Waiting summary={query.data} />}
        {query.data?.role === "Seller" && query.data.cars > 0 && <SellerStats email={user.email} />}
      </ListStates>
      <p className="mt-8 text-muted empty:hidden">
        <DemoEmailNote />
      </p>
    </>
  );
}

function Waiting({ summary }: { summary: DashboardSummary }) {
  if (summary.role === "Seller") return <SellerWelcome summary={summary} />;
  if (summary.role === "Buyer") return <BuyerWelcome summary={summary} />;
  return <AdminWelcome summary={summary} />;
}
