import { createContext, startTransition, useContext, useEffect, useState } from "react";
import { createPath, Outlet, useNavigation } from "react-router";
import { FailedScript } from "#web/platform/loading/failed-script.ts";
import { onForeignReload, reloadDocument } from "#web/platform/loading/reload-document.ts";
import type { Elements } from "#web/ui/fields/elements.ts";
import { ErrorPage } from "./error-page.tsx";

/** Null unless the script of the page that is being opened could not be loaded. */
const FailedPage = createContext<FailedScript | null>(null);

/**
 * Without a page's script, React Router reloads the document, which offline is the browser's own error page
 * (docs/decisions/0024-failed-page-script-shows-error-page.md).
 */
export function FailedPageProvider({ children }: { children: Elements }) {
  const { location } = useNavigation();
  const target = location && createPath(location);
  const [hasFailed, setFailed] = useState(false);
  const [failure, setFailure] = useState<FailedScript | null>(null);
  // Together with the router's own update, which says that a page was asked for.
  useEffect(() => onForeignReload(() => startTransition(() => setFailed(true))), []);
  useEffect(() => {
    if (!hasFailed) return;
    // No page was: something else wants the reload, such as an extension of the browser.
    setFailed(false);
    reloadDocument();
  }, [hasFailed]);
  if (hasFailed && target !== undefined) {
    setFailed(false);
    setFailure(new FailedScript(target));
  }
  if (failure && failure.target !== target) setFailure(null);
  return <FailedPage value={failure}>{children}</FailedPage>;
}

export function useFailedPage(): FailedScript | null {
  return useContext(FailedPage);
}

/** The page, or the error page in its place while the one that was asked for can't be opened. */
export function PageOutlet({ className }: { className?: string }) {
  const failure = useFailedPage();
  if (!failure) return <Outlet />;
  return (
    <div className={className}>
      <ErrorPage error={failure} />
    </div>
  );
}
