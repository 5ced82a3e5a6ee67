import { index, layout, prefix, route, type RouteConfig } from "@react-router/dev/routes";

export default [
  layout("layout/public-layout.tsx", [
    index("pages/home.tsx"),
    route("products/:id", "pages/category.tsx"),
    route("search", "pages/search.tsx"),
    route("login", "pages/login.tsx"),
    route("signup", "pages/signup.tsx"),
    route("sell", "pages/sell.tsx"),
    route("forgot-password", "pages/forgot-password.tsx"),
    route("reset-password", "pages/reset-password.tsx"),
    route("verify-email", "pages/verify-email.tsx"),
    route("blog", "pages/blog.tsx"),
    route("outbox", "pages/outbox.tsx"),
    route("*", "pages/not-found.tsx"),
  ]),
  layout("dashboard/dashboard-layout.tsx", [
    ...prefix("dashboard", [
      index("pages/dashboard/welcome.tsx"),
      route("account", "pages/dashboard/account.tsx"),
      route("myorders", "pages/dashboard/my-orders.tsx"),
      route("reportitem", "pages/dashboard/report-item.tsx"),
      route("payment/:id", "pages/dashboard/payment.tsx"),
      route("receipt/:id", "pages/dashboard/receipt.tsx"),
      route("allusers", "pages/dashboard/all-users.tsx"),
      route("allseller", "pages/dashboard/all-seller.tsx"),
      route("allbuyer", "pages/dashboard/all-buyer.tsx"),
      route("bookings", "pages/dashboard/bookings.tsx"),
      route("bookings/:id", "pages/dashboard/booking.tsx"),
      route("quarantined", "pages/dashboard/quarantined.tsx"),
      route("audit", "pages/dashboard/audit.tsx"),
      route("appeals", "pages/dashboard/appeals.tsx"),
      route("cars", "pages/dashboard/cars.tsx"),
      route("addproduct", "pages/dashboard/add-product.tsx"),
      route("myproduct", "pages/dashboard/my-product.tsx"),
    ]),
  ]),
] satisfies RouteConfig;
