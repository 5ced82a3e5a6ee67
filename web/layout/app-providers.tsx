import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import {
  onAccessTokenElsewhere,
  onAccessTokenStored,
  readAccessToken,
  readTokenClaims,
} from "#web/identity/sessions/access-token.ts";
import { keepTokenFresh } from "#web/identity/sessions/keep-token-fresh.ts";
import { renewAccessToken } from "#web/identity/sessions/renew-access-token.ts";
import { setTokenSource } from "#web/platform/api-client.ts";
import { pageQueryClient } from "#web/platform/query-client.ts";
import { Toaster } from "#web/platform/toaster.tsx";

setTokenSource({ read: readAccessToken, renew: renewAccessToken });

/** The providers around every page: data cache, token renewal and toasts. */
export function AppProviders({ children }: { children: ReactNode }) {
  const [queryClient] = useState(pageQueryClient);
  useEffect(() => keepTokenFresh(), []);
  useEffect(
    () =>
      onTokenChangedElsewhere({
        // Another account signed in or out in another tab: the cached data isn't theirs.
        account: () => void queryClient.resetQueries(),
        // A new token for the same account may have a new role.
        token: () =>
          void queryClient.invalidateQueries({ predicate: (query) => query.meta?.isRole === true }),
      }),
    [queryClient],
  );
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}

function onTokenChangedElsewhere(changed: { account: () => void; token: () => void }): () => void {
  const readSubject = () => {
    const token = readAccessToken();
    return token === null ? null : readTokenClaims(token)?.subject;
  };
  let subject = readSubject();
  const stopHere = onAccessTokenStored(() => {
    subject = readSubject();
  });
  const stopElsewhere = onAccessTokenElsewhere(() => {
    const next = readSubject();
    if (next === subject) changed.token();
    else changed.account();
    subject = next;
  });
  return () => {
    stopHere();
    stopElsewhere();
  };
}
