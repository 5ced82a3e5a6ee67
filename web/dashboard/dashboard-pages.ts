import { generatePath, matchPath } from "react-router";
import type { Role } from "#shared/accounts/account.ts";

type DashboardPage = {
  path: string;
  /** Roles that can open it. */
  roles: readonly Role[];
  /** Label in the drawer for these roles; pages without one are linked elsewhere. */
  entry?: string;
  /** What pages below it call it, if it is not in the drawer. */
  title?: string;
  /** The pages that it belongs to, one for each role. Its entry in the drawer is highlighted. */
  within?: readonly string[];
};

const everyRole = ["Buyer", "Seller", "admin"] as const satisfies readonly Role[];

/** All pages under /dashboard, the roles that can open them, and the drawer's entries in order. */
const dashboardPages: readonly DashboardPage[] = [
  { path: "/dashboard", roles: everyRole },
  { path: "/dashboard/account", roles: everyRole },
  { path: "/dashboard/myorders", roles: ["Buyer"], entry: "My Orders" },
  { path: "/dashboard/payment/:id", roles: ["Buyer"], within: ["/dashboard/myorders"] },
  {
    path: "/dashboard/receipt/:id",
    roles: everyRole,
    within: ["/dashboard/myorders", "/dashboard/myproduct", "/dashboard/bookings"],
  },
  { path: "/dashboard/allbuyer", roles: ["admin"], entry: "All Buyer" },
  { path: "/dashboard/allseller", roles: ["admin"], entry: "All Seller" },
  { path: "/dashboard/allusers", roles: ["admin"], entry: "Make Admin" },
  { path: "/dashboard/reportitem", roles: ["admin"], entry: "Reported Items" },
  { path: "/dashboard/bookings", roles: ["admin"], title: "Bookings" },
  { path: "/dashboard/bookings/:id", roles: ["admin"], within: ["/dashboard/bookings"] },
  { path: "/dashboard/quarantined", roles: ["admin"], within: ["/dashboard/bookings"] },
  { path: "/dashboard/audit", roles: ["admin"] },
  { path: "/dashboard/price-model", roles: ["admin"] },
  { path: "/dashboard/system", roles: ["admin"] },
  { path: "/dashboard/appeals", roles: ["Seller", "admin"] },
  {
    path: "/dashboard/reviews",
    roles: ["Buyer", "Seller"],
    within: ["/dashboard/myorders", "/dashboard/myproduct"],
  },
  { path: "/dashboard/reportedreviews", roles: ["admin"], within: ["/dashboard/reportitem"] },
  { path: "/dashboard/cars", roles: ["admin"] },
  { path: "/dashboard/addproduct", roles: ["Seller"], entry: "Add Products" },
  { path: "/dashboard/keys", roles: ["Seller"], within: ["/dashboard/myproduct"] },
  { path: "/dashboard/webhooks", roles: ["Seller"], within: ["/dashboard/myproduct"] },
  { path: "/dashboard/feeds", roles: ["Seller"], title: "Feeds", within: ["/dashboard/myproduct"] },
  { path: "/dashboard/feeds/:id", roles: ["Seller"], title: "Feed", within: ["/dashboard/feeds"] },
  { path: "/dashboard/feeds/:id/columns", roles: ["Seller"], within: ["/dashboard/feeds/:id"] },
  {
    path: "/dashboard/feeds/:id/plans/:planId",
    roles: ["Seller"],
    within: ["/dashboard/feeds/:id"],
  },
  { path: "/dashboard/myproduct", roles: ["Seller"], entry: "My Products" },
  { path: "/dashboard/myproduct/:id/edit", roles: ["Seller"], within: ["/dashboard/myproduct"] },
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

/** A page above another one. */
export type Crumb = { path: string; title: string };

/** The pages above the one at `pathname` for a role, from the welcome page on; none above that. */
export function crumbsOf(role: Role, pathname: string): Crumb[] {
  const page = dashboardPages.find(({ path }) => matchPath(path, pathname));
  if (!page || page.path === "/dashboard") return [];
  const { params = {} } = matchPath(page.path, pathname) ?? {};
  const above = page.within?.find((path) => mayOpen(role, generatePath(path, params)));
  if (above === undefined) return [{ path: "/dashboard", title: "Dashboard" }];
  const path = generatePath(above, params);
  const parent = dashboardPages.find((other) => other.path === above);
  return [...crumbsOf(role, path), { path, title: parent?.entry ?? parent?.title ?? "" }];
}

/** Whether the page at `pathname` is that of a drawer entry, or belongs to it. */
export function isWithinEntry(role: Role, entryPath: string, pathname: string): boolean {
  if (matchPath({ path: entryPath, end: false }, pathname)) return true;
  return crumbsOf(role, pathname).some(({ path }) => path === entryPath);
}
