import { useRouteLoaderData } from "react-router";

/** The shop's settings that every page can read. */
export type Shop = {
  name: string;
  phone: string;
  currency: string;
  publicUrl: string;
  credit: { text: string; url: string | null };
  social: { twitter: string | null; youtube: string | null; facebook: string | null };
  imageHost: { url: string; key: string | null };
  reportsApiUrl: string;
  /** The origin that passkeys are made for; null when the shop is reached by IP address only. */
  passkeyOrigin: string | null;
  demo: boolean;
  /** Whether booking requires a confirmed email address. */
  bookingNeedsConfirmedEmail: boolean;
  /** Whether the shop offers sign-in with Google. */
  googleSignIn: boolean;
};

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
