import type { SharedAccounts } from "./shared-accounts.ts";

export const viewers = ["visitor", "buyer", "seller", "admin"] as const;
export type Viewer = (typeof viewers)[number];

/** A page of the shop: its path, a heading that identifies it, and who may open it. */
export type ShopPage = { path: string; heading: string | RegExp; viewers: readonly Viewer[] };

const users = ["buyer", "seller", "admin"] as const;

const publicPages: readonly ShopPage[] = [
  { path: "/", heading: "Shop Your Brand", viewers },
  { path: "/products/1", heading: /used BMW cars?$/, viewers },
  { path: "/products/2", heading: /used Mercedes-Benz cars?$/, viewers },
  { path: "/products/3", heading: /used Audi cars?$/, viewers },
  { path: "/search?q=diesel", heading: /used cars? for “diesel”$/, viewers },
  { path: "/search?make=BMW&priceMin=1", heading: /^\d+ used cars?$/, viewers },
  { path: "/favorites", heading: "Favorites", viewers },
  { path: "/compare", heading: /./, viewers },
  { path: "/saved-searches", heading: "Saved searches", viewers },
  { path: "/sell", heading: "Sell your car", viewers },
  { path: "/blog", heading: /./, viewers },
  { path: "/login", heading: "Login", viewers: ["visitor"] },
  { path: "/signup", heading: "Register", viewers: ["visitor"] },
  { path: "/forgot-password", heading: "Forgot your password?", viewers: ["visitor"] },
  { path: "/reset-password", heading: "Set a new password", viewers: ["visitor"] },
  { path: "/verify-email", heading: "Confirm your email address", viewers: ["visitor"] },
  { path: "/no-such-page", heading: "Sorry, we couldn't find this page.", viewers },
];

function carPage({ car }: Pick<SharedAccounts, "car">): ShopPage {
  return { path: `/cars/${car.id}`, heading: car.name, viewers };
}

type PageContent = Pick<SharedAccounts, "booking" | "car" | "feed">;

export function dashboardPages({ booking, car, feed }: PageContent): readonly ShopPage[] {
  return [
    { path: "/dashboard", heading: /^Welcome, /, viewers: users },
    { path: "/dashboard/account", heading: "Your account", viewers: users },
    { path: "/dashboard/myorders", heading: "My Orders", viewers: ["buyer"] },
    { path: `/dashboard/payment/${booking}`, heading: /^Payment for /, viewers: ["buyer"] },
    { path: "/dashboard/addproduct", heading: "Add a New Product", viewers: ["seller"] },
    {
      path: `/dashboard/myproduct/${car.id}/edit`,
      heading: /^Edit /,
      viewers: ["seller"],
    },
    { path: "/dashboard/myproduct", heading: "My Products", viewers: ["seller"] },
    { path: "/dashboard/keys", heading: "API keys", viewers: ["seller"] },
    { path: "/dashboard/webhooks", heading: "Webhooks", viewers: ["seller"] },
    { path: "/dashboard/feeds", heading: "Feeds", viewers: ["seller"] },
    { path: `/dashboard/feeds/${feed.id}`, heading: "Stock system", viewers: ["seller"] },
    { path: `/dashboard/feeds/${feed.id}/columns`, heading: "Columns", viewers: ["seller"] },
    {
      path: `/dashboard/feeds/${feed.id}/plans/${feed.plan}`,
      heading: "stock.csv",
      viewers: ["seller"],
    },
    { path: "/dashboard/allbuyer", heading: "All Buyer", viewers: ["admin"] },
    { path: "/dashboard/allseller", heading: "All Seller", viewers: ["admin"] },
    { path: "/dashboard/allusers", heading: "All users", viewers: ["admin"] },
    { path: "/dashboard/reportitem", heading: "Reported Items", viewers: ["admin"] },
    { path: "/dashboard/bookings", heading: "Bookings", viewers: ["admin"] },
    { path: `/dashboard/bookings/${booking}`, heading: /^Booking for /, viewers: ["admin"] },
    { path: "/dashboard/quarantined", heading: "Quarantined payments", viewers: ["admin"] },
    { path: "/dashboard/appeals", heading: "Appeals", viewers: ["seller", "admin"] },
    { path: "/dashboard/reviews", heading: "Reviews", viewers: ["buyer", "seller"] },
    { path: "/dashboard/reportedreviews", heading: "Reported reviews", viewers: ["admin"] },
    { path: "/dashboard/audit", heading: "Audit log", viewers: ["admin"] },
    { path: "/dashboard/price-model", heading: "Price model", viewers: ["admin"] },
    { path: "/dashboard/system", heading: "System", viewers: ["admin"] },
  ];
}

/** The pages to check as `viewer`: the public ones as a visitor, and those of the dashboard as each role. */
export function pagesOf(viewer: Viewer, accounts: PageContent): ShopPage[] {
  if (viewer === "visitor") return [...publicPages, carPage(accounts)];
  const own = publicPages.filter(({ path }) => path === "/saved-searches" || path === "/favorites");
  return [...own, ...dashboardPages(accounts)].filter(({ viewers }) => viewers.includes(viewer));
}
