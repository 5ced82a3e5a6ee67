import { useRouteLoaderData } from "react-router";
import type { Shop } from "./page-services.ts";

/** What the root route's loader gives every page. */
export type RootData = {
  shop: Shop;
  hasSession: boolean;
  /** Whether the content policy of this document, as it was loaded, lets the card provider's script in. */
  allowsCardProvider: boolean;
};

/** The root loader's data; undefined where the root itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

/** The shop's settings. Only on pages, which never show without the root's data. */
export function useShop(): Shop {
  const data = useRootData();
  if (!data) throw new Error("The shop's settings are missing.");
  return data.shop;
}
