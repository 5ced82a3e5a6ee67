import { Outlet } from "react-router";
import { QueryProvider } from "#web/platform/query-provider.tsx";

/** Around the public pages that start with queries or forms. Other pages load the query library when they need it. */
export default function QueryLayout() {
  return (
    <QueryProvider>
      <Outlet />
    </QueryProvider>
  );
}
