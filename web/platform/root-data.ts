import type { PaymentCharge } from "#shared/payments/payment-charge.ts";
import { useRouteLoaderData } from "react-router";

/** The shop's settings that every page can read. */
export type Shop = {
  name: string;
  phone: string;
  /** Null if it cannot be called. */
  phoneLink: string | null;
  currency: string;
  /** The brands that it sells. */
  makes: readonly string[];
  /** Without a slash at its end. */
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
  /** Hours that an unpaid booking holds a car. */
  bookingHoldHours: number;
  /** What a booking costs online. */
  paymentCharge: PaymentCharge;
  /** Whether the shop offers sign-in with Google. */
  googleSignIn: boolean;
};

/** Data of the root route's loader. */
export type RootData = {
  shop: Shop;
  hasSession: boolean;
  /** Whether this document's CSP, as loaded, allows the card provider's script. */
  allowsCardProvider: boolean;
};

/** The root loader's data; undefined if the root failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>("root");
}

/** The shop's settings. Only for pages, which never render without root data. */
export function useShop(): Shop {
  const data = useRootData();
  if (!data) throw new Error("The shop's settings are missing.");
  return data.shop;
}
