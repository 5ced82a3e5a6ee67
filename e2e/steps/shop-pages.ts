import type { SharedAccounts } from "./shared-accounts.ts";

export const roles = ["visitor", "buyer", "seller", "admin"] as const;
export type Who = (typeof roles)[number];

/** Every page of the shop: its path, a heading by which one knows it, and who may open it. */
export type ShopPage = { path: string; heading: string | RegExp; who: readonly Who[] };

const somebody = ["buyer", "seller", "admin"] as const;

export const publicPages: readonly ShopPage[] = [
  { path: "/", heading: "Shop Your Brand", who: roles },
  { path: "/products/1", heading: /used BMW cars?$/, who: roles },
  { path: "/products/2", heading: /used Mercedes-Benz cars?$/, who: roles },
  { path: "/products/3", heading: /used Audi cars?$/, who: roles },
  { path: "/blog", heading: /./, who: roles },
  { path: "/login", heading: "Login", who: ["visitor"] },
  { path: "/signup", heading: "Register", who: ["visitor"] },
  { path: "/forgot-password", heading: "Forgot your password?", who: ["visitor"] },
  { path: "/reset-password", heading: "Set a new password", who: ["visitor"] },
  { path: "/verify-email", heading: "Confirm your email address", who: ["visitor"] },
  { path: "/no-such-page", heading: "Sorry, we couldn't find this page.", who: roles },
];

export function dashboardPages({ booking }: Pick<SharedAccounts, "booking">): readonly ShopPage[] {
  return [
    { path: "/dashboard", heading: /^Welcome, /, who: somebody },
    { path: "/dashboard/account", heading: "Your account", who: somebody },
    { path: "/dashboard/myorders", heading: "My Orders", who: ["buyer"] },
    { path: `/dashboard/payment/${booking}`, heading: /^Payment for /, who: ["buyer"] },
    { path: "/dashboard/addproduct", heading: "Add a New Product", who: ["seller"] },
    { path: "/dashboard/myproduct", heading: "My Products", who: ["seller"] },
    { path: "/dashboard/allbuyer", heading: "All Buyer", who: ["admin"] },
    { path: "/dashboard/allseller", heading: "All Seller", who: ["admin"] },
    { path: "/dashboard/allusers", heading: "All users", who: ["admin"] },
    { path: "/dashboard/reportitem", heading: "Reported Items", who: ["admin"] },
    { path: "/dashboard/bookings", heading: "Bookings", who: ["admin"] },
    { path: `/dashboard/bookings/${booking}`, heading: /^Booking of /, who: ["admin"] },
    { path: "/dashboard/heldback", heading: "Payments held back", who: ["admin"] },
    { path: "/dashboard/appeals", heading: "Appeals", who: ["seller", "admin"] },
    { path: "/dashboard/audit", heading: "Audit log", who: ["admin"] },
  ];
}

/** The pages that one looks at as `who`: each page once, as whoever it is for; the public ones as a visitor. */
export function pagesOf(who: Who, people: Pick<SharedAccounts, "booking">): ShopPage[] {
  if (who === "visitor") return [...publicPages];
  return dashboardPages(people).filter((place) => place.who.includes(who));
}
