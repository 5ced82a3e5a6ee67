import { Tabs } from "#web/ui/tabs.tsx";

const stockPages = [
  { to: "/dashboard/myproduct", label: "Cars" },
  { to: "/dashboard/feeds", label: "Feeds" },
  { to: "/dashboard/reviews", label: "Reviews" },
  { to: "/dashboard/keys", label: "API keys" },
  { to: "/dashboard/webhooks", label: "Webhooks" },
];

/** The pages about a seller's stock. */
export function StockTabs() {
  return <Tabs label="Your stock" pages={stockPages} />;
}
