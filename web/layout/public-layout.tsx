import { memo } from "react";
import { Outlet } from "react-router";
import { CompareBar } from "#web/compare/compare-bar.tsx";
import { ErrorPage } from "./error-page.tsx";
import { PageFrame } from "./page-frame.tsx";

/** Has nothing of the page itself, so it stays as it is from page to page. */
export default memo(
  function PublicLayout() {
    return (
      <PageFrame>
        <Outlet />
        <CompareBar />
      </PageFrame>
    );
  },
  () => true,
);

export function ErrorBoundary() {
  return (
    <PageFrame>
      <div className="measure">
        <ErrorPage />
      </div>
    </PageFrame>
  );
}
