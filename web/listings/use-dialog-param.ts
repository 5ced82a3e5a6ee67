import { useCallback } from "react";
import { useNavigate, useSearchParams } from "react-router";

export const dialogNames = ["book", "report"] as const;
export type DialogName = (typeof dialogNames)[number];

/**
 * A dialog whose state is in the URL (`?book=<product id>`), so it survives sign-in and the back button closes it.
 */
export function useDialogParam(name: DialogName): { id: string | null; close: () => void } {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const close = useCallback(() => {
    const others = new URLSearchParams(search);
    others.delete(name);
    void navigate({ search: others.toString() }, { replace: true, preventScrollReset: true });
  }, [name, search, navigate]);
  return { id: search.get(name), close };
}

/** Whether two URLs differ only in their dialogs, so the page need not reload its data. */
export function differOnlyInDialog(current: URL, next: URL): boolean {
  return current.pathname === next.pathname && withoutDialogs(current) === withoutDialogs(next);
}

function withoutDialogs(url: URL): string {
  const search = new URLSearchParams(url.search);
  for (const name of dialogNames) search.delete(name);
  search.sort();
  return search.toString();
}
