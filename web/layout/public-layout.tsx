import { Outlet } from "react-router";
import { ErrorPage } from "./error-page.tsx";
import { PageFrame } from "./page-frame.tsx";

export default function PublicLayout() {
  return (
    <PageFrame>
      <Outlet />
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
