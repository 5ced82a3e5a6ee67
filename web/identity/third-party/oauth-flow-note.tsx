import { useEffect } from "react";
import type { OAuthFlowResult } from "#shared/identity/third-party-contract.ts";
import { oauthFlowMessages } from "./google-client.ts";
import { toast } from "#web/platform/toast.ts";

/** Says why signing in with Google failed, as a toast and on the page. */
export function OAuthFlowNote({ ended }: { ended: OAuthFlowResult | null }) {
  const message =
    ended && ended in oauthFlowMessages
      ? oauthFlowMessages[ended as keyof typeof oauthFlowMessages]
      : undefined;
  useEffect(() => {
    if (message) toast.error(message);
  }, [message]);
  if (!message) return null;
  return <p className="mb-8 border-l-2 border-danger pl-4">{message}</p>;
}
