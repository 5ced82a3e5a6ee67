import { useQueryClient } from "@tanstack/react-query";
import { Navigate, useLocation } from "react-router";
import { ErrorPage } from "#web/layout/error-page.tsx";
import { PageOutlet } from "#web/layout/failed-page.tsx";
import { PageFrame } from "#web/layout/page-frame.tsx";
import { useHydrated } from "#web/platform/loading/use-hydrated.ts";
import { loginPath } from "#web/identity/sessions/return-path.ts";
import { sessionKeys } from "#web/identity/sessions/session-queries.ts";
import { wasLeftAt } from "#web/identity/sessions/sign-out.ts";
import { useSession } from "#web/identity/sessions/use-session.ts";
import { ErrorState } from "#web/ui/error-state.tsx";
import { Loading } from "#web/ui/loading.tsx";
import { Breadcrumbs } from "./breadcrumbs.tsx";
import { mayOpen } from "./dashboard-pages.ts";
import { Drawer, DrawerToggle } from "./drawer.tsx";

/** Layout of every dashboard page. The server renders only the frame; the page waits until the role is known. */
export default function DashboardLayout() {
  const { role } = useSession();
  return (
    <PageFrame headerStart={<DrawerToggle />}>
      <div className="measure flex flex-1">
        <Drawer role={role} />
        <div className="min-w-0 flex-1 pt-1.5 pb-16 lg:border-s lg:border-line print:border-s-0 print:ps-0 lg:ps-6 xl:ps-10 [@media(scripting:none)]:border-s-0 [@media(scripting:none)]:ps-0">
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
  if (!hydrated) return <FirstPaint />;
  if (status === "loading") return <Loading label="Checking your account" />;
  if (user && role === null && roleError === null) return <Loading label="Checking your account" />;
  if (roleError && role === null)
    return (
      <ErrorState
        title="We could not check your account"
        message={roleError.message}
        onRetry={() => void queryClient.resetQueries({ queryKey: sessionKeys.all })}
      />
    );
  if (role === null || !mayOpen(role, location.pathname))
    return <Navigate to={wasLeftAt(location.key) ? "/" : loginPath(location)} replace />;
  return (
    <>
      <Breadcrumbs role={role} pathname={location.pathname} />
      <PageOutlet />
    </>
  );
}

/** First render of every dashboard page. Without JavaScript it stays, so it says why. */
function FirstPaint() {
  return (
    <>
      <div className="[@media(scripting:none)]:hidden">
        <Loading label="Checking your account" />
      </div>
      <noscript>
        <h1 className="display text-4xl md:text-5xl">Your dashboard needs JavaScript</h1>
        <p className="mt-4 max-w-prose text-muted">
          Turn on JavaScript in your browser and reload the page. Then sign in to see your bookings,
          your cars and your account.
        </p>
        <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
          <a href="/" className="text-link">
            Browse cars
          </a>
          <a href="/login" className="text-link">
            Login
          </a>
        </p>
      </noscript>
    </>
  );
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
