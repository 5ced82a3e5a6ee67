import { useMemo } from "react";
import { useLocation } from "react-router";

/** The parameters of the page's URL. Smaller than React Router's own hook, which can also set them. */
export function useUrlSearch(): URLSearchParams {
  const { search } = useLocation();
  return useMemo(() => new URLSearchParams(search), [search]);
}
