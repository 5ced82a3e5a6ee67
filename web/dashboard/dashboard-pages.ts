import { matchPath } from "react-router";
import type { Role } from "#shared/accounts/account.ts";

type DashboardPage = {
  path: string;
  /** Roles that can open it. */
  roles: readonly Role[];
  /** Label in the drawer for these roles; pages without one are linked elsewhere. */
  entry?: string;
  /** The path of the page that it is reached from, whose entry is highlighted. */
  within?: string;
};

const everyRole = ["Buyer", "Seller", "admin"] as const satisfies readonly Role[];

/** All pages under /dashboard, the roles that can open them, and the drawer's entries in order. */
const dashboardPages: readonly DashboardPage[] = [
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
  { path: "/dashboard/price-model", roles: ["admin"] },
  { path: "/dashboard/system", roles: ["admin"] },
  { path: "/dashboard/appeals", roles: ["Seller", "admin"] },
  { path: "/dashboard/reviews", roles: ["Buyer", "Seller"] },
  { path: "/dashboard/reportedreviews", roles: ["admin"], within: "/dashboard/reportitem" },
  { path: "/dashboard/cars", roles: ["admin"] },
  { path: "/dashboard/addproduct", roles: ["Seller"], entry: "Add Products" },
  { path: "/dashboard/keys", roles: ["Seller"] },
  { path: "/dashboard/webhooks", roles: ["Seller"] },
  { path: "/dashboard/feeds", roles: ["Seller"] },
  { path: "/dashboard/feeds/:id", roles: ["Seller"] },
  { path: "/dashboard/feeds/:id/columns", roles: ["Seller"] },
  { path: "/dashboard/feeds/:id/plans/:planId", roles: ["Seller"] },
  { path: "/dashboard/myproduct", roles: ["Seller"], entry: "My Products" },
  { path: "/dashboard/myproduct/:id/edit", roles: ["Seller"] },
];

/** The roles that can open `pathname`; null if everyone can. */
export function rolesFor(pathname: string): readonly Role[] | null {
  return dashboardPages.find((page) => matchPath(page.path, pathname))?.roles ?? null;
}

/** Whether this role can open `pathname`, ignoring any query. */
export function mayOpen(role: Role, pathname: string): boolean {
  return rolesFor(new URL(pathname, "http://here").pathname)?.includes(role) ?? true;
}

/** The drawer's entries for a role. */
export function drawerEntries(role: Role): { path: string; entry: string }[] {
  return dashboardPages.flatMap(({ path, roles, entry }) =>
    entry && roles.includes(role) ? [{ path, entry }] : [],
  );
}

/** Whether the page at `pathname` is that of a drawer entry, or belongs to it. */
export function isWithinEntry(entryPath: string, pathname: string): boolean {
  if (matchPath({ path: entryPath, end: false }, pathname)) return true;
  return dashboardPages.find((page) => matchPath(page.path, pathname))?.within === entryPath;
}
