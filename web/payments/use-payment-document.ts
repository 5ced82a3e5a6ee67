import { useEffect, useState } from "react";
import type { PaymentIntentAnswer } from "#shared/payments/payment-contract.ts";
import { isOffline } from "#web/platform/connection.ts";
import { useRootData } from "#web/platform/root-data.ts";

const reloadedKey = "payment-page-reloaded";

/**
 * A document's content policy is fixed when it is loaded, and only the payment page's own lets the card provider's
 * script in. Somebody who came by a link within the shop therefore gets the page loaded anew, once. And whoever leaves it
 * gets a new document again, so that no other page ever shares one with that script.
 * @returns whether the card form may be shown: not while loading anew, and not at all where that did not help
 */
export function usePaymentDocument(
  provider: PaymentIntentAnswer["provider"] | undefined,
): "fits" | "reloading" | "refused" {
  const allowsCardProvider = useRootData()?.allowsCardProvider ?? false;
  const isMissing = provider === "stripe" && !allowsCardProvider;
  const [wasReloaded] = useState(() => sessionStorage.getItem(reloadedKey) !== null);

  useEffect(() => {
    if (!isMissing) sessionStorage.removeItem(reloadedKey);
    else if (!wasReloaded) {
      sessionStorage.setItem(reloadedKey, "1");
      window.location.reload();
    }
  }, [isMissing, wasReloaded]);

  if (!isMissing) return "fits";
  return wasReloaded ? "refused" : "reloading";
}

/** Loads the next page as a document of its own where this one's policy lets the card provider in. */
export function useLeaveByDocument(): void {
  const allowsCardProvider = useRootData()?.allowsCardProvider ?? false;
  useEffect(() => {
    if (!allowsCardProvider) return;
    const path = window.location.pathname;
    return () => {
      if (window.location.pathname === path) return;
      // Offline, the browser would show its own page in place of the next one.
      if (isOffline())
        window.addEventListener("online", () => window.location.reload(), { once: true });
      else window.location.reload();
    };
  }, [allowsCardProvider]);
}
