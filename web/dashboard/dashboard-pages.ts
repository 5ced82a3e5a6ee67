import { matchPath } from "react-router";
import type { Role } from "#shared/accounts/account.ts";

type DashboardPage = {
  path: string;
  /** Who may open it. */
  roles: readonly Role[];
  /** Its words in the drawer of those roles; pages without stand elsewhere. */
  entry?: string;
};

const everyRole = ["Buyer", "Seller", "admin"] as const satisfies readonly Role[];

/** The pages under /dashboard, who may open each, and the drawer's entries in their order: the only such table. */
export const dashboardPages: readonly DashboardPage[] = [
  { path: "/dashboard", roles: everyRole },
  { path: "/dashboard/account", roles: everyRole },
  { path: "/dashboard/myorders", roles: ["Buyer"], entry: "My Orders" },
  { path: "/dashboard/payment/:id", roles: ["Buyer"] },
  { path: "/dashboard/receipt/:id", roles: everyRole },
  { path: "/dashboard/allbuyer", roles: ["admin"], entry: "All Buyer" },
  { path: "/dashboard/allseller", roles: ["admin"], entry: "All Seller" },
  { path: "/dashboard/allusers", roles: ["admin"], entry: "Make Admin" },
  { path: "/dashboard/reportitem", roles: ["admin"], entry: "Reported Items" },
  { path: "/dashboard/bookings", roles: ["admin"] },
  { path: "/dashboard/bookings/:id", roles: ["admin"] },
  { path: "/dashboard/quarantined", roles: ["admin"] },
  { path: "/dashboard/audit", roles: ["admin"] },
  { path: "/dashboard/appeals", roles: ["Seller", "admin"] },
  { path: "/dashboard/cars", roles: ["admin"] },
  { path: "/dashboard/addproduct", roles: ["Seller"], entry: "Add Products" },
  { path: "/dashboard/myproduct", roles: ["Seller"], entry: "My Products" },
];

/** The roles that may open `pathname`; null where anybody may. */
export function rolesFor(pathname: string): readonly Role[] | null {
  return dashboardPages.find((page) => matchPath(page.path, pathname))?.roles ?? null;
}

/** Whether somebody of this role may open `pathname` (a query behind it does not matter). */
export function mayOpen(role: Role, pathname: string): boolean {
  return rolesFor(new URL(pathname, "http://here").pathname)?.includes(role) ?? true;
}

/** The drawer's entries of a role. */
export function drawerEntries(role: Role): { path: string; entry: string }[] {
  return dashboardPages.flatMap(({ path, roles, entry }) =>
    entry && roles.includes(role) ? [{ path, entry }] : [],
  );
}
