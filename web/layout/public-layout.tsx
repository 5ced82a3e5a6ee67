import { Outlet } from "react-router";
import { CompareBar } from "#web/compare/compare-bar.tsx";
import { ErrorPage } from "./error-page.tsx";
import { PageFrame } from "./page-frame.tsx";

export default function PublicLayout() {
  return (
    <PageFrame>
      <Outlet />
      <CompareBar />
    </PageFrame>
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
