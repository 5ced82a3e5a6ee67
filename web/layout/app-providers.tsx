import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import {
  onAccessTokenElsewhere,
  onAccessTokenStored,
  readAccessToken,
  readTokenClaims,
} from "#web/identity/sessions/access-token.ts";
import { loadAccountFavorites } from "#web/favorites/favorite-ids.ts";
import { loadSessionCalls, sessionKeys } from "#web/identity/sessions/session-queries.ts";
import { repeatEarlyClick } from "#web/platform/loading/early-click.ts";
import { dropPageData } from "#web/platform/page-data.ts";
import { pageQueryClient } from "#web/platform/requests/query-client.ts";
import { useRootData } from "#web/platform/root-data.ts";
import { setTokenSource } from "#web/platform/requests/token-source.ts";
import { Toaster } from "#web/platform/toaster.tsx";
import { dropDrafts } from "#web/platform/drafts.ts";
import type { Elements } from "#web/ui/fields/elements.ts";

setTokenSource({
  read: readAccessToken,
  account() {
    // The session may be known to have ended before its token has.
    const isOver = pageQueryClient().getQueryData(sessionKeys.user) === null;
    const token = isOver ? null : readAccessToken();
    return token === null ? null : (readTokenClaims(token)?.subject ?? null);
  },
  renew: async () => {
    const { renewAccessToken } = await import("#web/identity/sessions/renew-access-token.ts");
    return renewAccessToken();
  },
});

/** Loads what a signed-in user's pages need, all at once. What can't be loaded is tried again where it is needed. */
function loadAccountCode(): void {
  for (const load of [loadSessionCalls, loadAccountFavorites]) load().catch(() => undefined);
}

/** What every page has: queries, token renewal, and toasts. */
export function AppProviders({ children }: { children: Elements }) {
  const [queryClient] = useState(pageQueryClient);
  const hasSession = useRootData()?.hasSession ?? false;
  useEffect(() => {
    if (hasSession || readAccessToken() !== null) loadAccountCode();
  }, [hasSession]);
  useEffect(() => keepTokenFreshOnceStored(), []);
  useEffect(() => repeatEarlyClick(), []);
  useEffect(() => onAccessTokenStored(dropDraftsOfOthers), []);
  useEffect(() => {
    const stops = [onAccessTokenStored(dropPageData), onAccessTokenElsewhere(dropPageData)];
    return () => stops.forEach((stop) => stop());
  }, []);
  useEffect(
    () =>
      onTokenChangedElsewhere({
        // Another account signed in or out in another tab: the cached data isn't theirs.
        account: () => void queryClient.resetQueries(),
        // A new token for the same account may have a new role.
        token: () =>
          void queryClient.invalidateQueries({
            predicate: (query) => query.meta?.isRole === true,
          }),
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

/** On a shared computer, the next account finds no drafts of the one before. */
function dropDraftsOfOthers(): void {
  const token = readAccessToken();
  const account = token === null ? null : readTokenClaims(token)?.subject;
  if (account) dropDrafts({ except: account });
}

/** Renews tokens from when the first one is stored. A visitor without one does not load the code for it. */
function keepTokenFreshOnceStored(): () => void {
  let stop: (() => void) | null = null;
  let isStarted = false;
  let isOver = false;

  const start = () => {
    if (isStarted || readAccessToken() === null) return;
    isStarted = true;
    import("#web/identity/sessions/keep-token-fresh.ts").then(
      ({ keepTokenFresh }) => {
        if (!isOver) stop = keepTokenFresh();
      },
      // The next stored token tries again.
      () => (isStarted = false),
    );
  };

  const stopHere = onAccessTokenStored(start);
  const stopElsewhere = onAccessTokenElsewhere(start);
  start();
  return () => {
    isOver = true;
    stop?.();
    stopHere();
    stopElsewhere();
  };
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
