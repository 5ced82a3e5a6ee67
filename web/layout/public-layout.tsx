import { memo } from "react";
import { CompareBar } from "#web/compare/compare-bar.tsx";
import { ErrorPage } from "./error-page.tsx";
import { PageOutlet } from "./failed-page.tsx";
import { PageFrame } from "./page-frame.tsx";

/** Has nothing of the page itself, so it stays as it is from page to page. */
export default memo(
  function PublicLayout() {
    return (
      <PageFrame>
        <PageOutlet className="measure" />
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
