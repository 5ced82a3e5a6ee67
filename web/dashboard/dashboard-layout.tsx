import { useQueryClient } from "@tanstack/react-query";
import { Navigate, Outlet, useLocation } from "react-router";
import { ErrorPage } from "#web/layout/error-page.tsx";
import { PageFrame } from "#web/layout/page-frame.tsx";
import { useHydrated } from "#web/platform/use-hydrated.ts";
import { loginPath } from "#web/session/return-path.ts";
import { roleQuery } from "#web/session/session-queries.ts";
import { wasLeftAt } from "#web/session/sign-out.ts";
import { useSession } from "#web/session/use-session.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { mayOpen } from "./dashboard-pages.ts";
import { Drawer } from "./drawer.tsx";

/** The frame of every dashboard page. The server sends only this; the page itself waits until the role is known. */
export default function DashboardLayout() {
  const { role } = useSession();
  return (
    <PageFrame>
      <div className="measure flex">
        <Drawer role={role} />
        <div className="min-w-0 flex-1 py-10 lg:border-l lg:border-line lg:py-12 lg:pl-6 xl:pl-12">
          <Guard />
        </div>
      </div>
    </PageFrame>
  );
}

function Guard() {
  const hydrated = useHydrated();
  const queryClient = useQueryClient();
  const location = useLocation();
  const { status, user, role, roleError } = useSession();
  if (!hydrated || status === "loading") return <Loading label="Checking your account" />;
  if (user && role === null && roleError === null) return <Loading label="Checking your account" />;
  if (user && roleError && role === null)
    return (
      <ErrorState
        title="Your account could not be checked"
        message={roleError.message}
        onRetry={() => void queryClient.resetQueries({ queryKey: roleQuery(user.email).queryKey })}
      />
    );
  if (role === null || !mayOpen(role, location.pathname))
    return <Navigate to={wasLeftAt(location.key) ? "/" : loginPath(location)} replace />;
  return <Outlet />;
}

export function ErrorBoundary() {
  return (
    <PageFrame>
      <div className="measure">
        <ErrorPage />
      </div>
    </PageFrame>
  );
}
