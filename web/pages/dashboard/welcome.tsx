import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { TaskAnswer } from "#shared/dashboard-summary/task-contract.ts";
import { ConfirmEmailNote } from "#web/identity/confirm-email-note.tsx";
import { DemoMailNote } from "#web/email/demo-mail-note.tsx";
import { AdminWelcome } from "#web/dashboard/admin-welcome.tsx";
import { BuyerWelcome } from "#web/dashboard/buyer-welcome.tsx";
import { ListStates } from "#web/dashboard/list-states.tsx";
import { PageHeading } from "#web/dashboard/page-heading.tsx";
import { SellerWelcome } from "#web/dashboard/seller-welcome.tsx";
import { SellerFigures } from "#web/seller-stats/seller-figures.tsx";
import { privatePageMeta } from "#web/platform/page-meta.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { tasksQuery } from "#web/dashboard-summary/task-queries.ts";
import type { Route } from "./+types/welcome";

export const meta: Route.MetaFunction = ({ matches }) => privatePageMeta(matches, "Dashboard");

export default function WelcomePage() {
  const { user } = useSession();
  const query = useQuery({ ...tasksQuery(user?.email ?? ""), enabled: user !== null });
  if (!user) return null;
  return (
    <>
      <PageHeading title={`Welcome, ${user.displayName}`}>
        <Link to="/dashboard/account" className="text-link">
          Your account
        </Link>
      </PageHeading>
      <ConfirmEmailNote user={user} />
      <ListStates query={query} count={query.data && 1} empty={null}>
        {query.data && <Waiting tasks={query.data} />}
        {query.data?.role === "Seller" && query.data.cars > 0 && (
          <SellerFigures email={user.email} />
        )}
      </ListStates>
      <p className="mt-8 text-muted empty:hidden">
        <DemoMailNote />
      </p>
    </>
  );
}

function Waiting({ tasks }: { tasks: TaskAnswer }) {
  if (tasks.role === "Seller") return <SellerWelcome tasks={tasks} />;
  if (tasks.role === "Buyer") return <BuyerWelcome tasks={tasks} />;
  return <AdminWelcome tasks={tasks} />;
}
