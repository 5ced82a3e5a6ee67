import { useEffect, useState } from "react";
import type { PaymentIntentAnswer } from "#shared/payments/payment-contract.ts";
import { isOffline } from "#web/platform/requests/connection.ts";
import { useRootData } from "#web/platform/root-data.ts";
import { reloadDocument } from "#web/platform/loading/reload-document.ts";

/**
 * A document's CSP is fixed when it loads, and only the payment page's CSP allows the card provider's script. A
 * client-side navigation to the payment page therefore reloads it, and leaving it loads a new document.
 * @returns whether the card form can be shown
 */
export function usePaymentDocument(
  provider: PaymentIntentAnswer["provider"] | undefined,
): "fits" | "reloading" | "refused" {
  const allowsCardProvider = useRootData()?.allowsCardProvider ?? false;
  const isMissing = provider === "stripe" && !allowsCardProvider;
  const [wasLoadedHere] = useState(isOwnDocument);

  useEffect(() => {
    if (isMissing && !wasLoadedHere) reloadDocument();
  }, [isMissing, wasLoadedHere]);

  if (!isMissing) return "fits";
  return wasLoadedHere ? "refused" : "reloading";
}

/** Whether the document was loaded for this page, so that loading it again would change nothing. */
function isOwnDocument(): boolean {
  const [load] = performance.getEntriesByType("navigation");
  return load !== undefined && new URL(load.name).pathname === window.location.pathname;
}

/** Leaves the payment page by a full page load if its CSP allows the card provider. */
export function useLeaveByDocument(): void {
  const allowsCardProvider = useRootData()?.allowsCardProvider ?? false;
  useEffect(() => {
    if (!allowsCardProvider) return;
    const path = window.location.pathname;
    return () => {
      if (window.location.pathname === path) return;
      // Offline, the browser would show its own error page.
      if (isOffline()) window.addEventListener("online", () => reloadDocument(), { once: true });
      else reloadDocument();
    };
  }, [allowsCardProvider]);
}
