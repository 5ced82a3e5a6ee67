import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { onAccessTokenElsewhere } from "./access-token.ts";
import { keepTokenFresh } from "./keep-token-fresh.ts";
import { createQueryClient } from "./query-client.ts";
import { Toaster } from "./toaster.tsx";

/** What every page stands in: the data cache, the token's renewal, and the messages. */
export function AppProviders({ children }: { children: ReactNode }) {
  // One for each request on the server, one for the life of the page in a browser.
  const [queryClient] = useState(createQueryClient);
  useEffect(() => keepTokenFresh(), []);
  useEffect(() => {
    let wasSignedIn = true;
    // Somebody signed in or out in another tab: what was fetched here may be another person's.
    return onAccessTokenElsewhere((signedIn) => {
      if (signedIn && wasSignedIn) void queryClient.invalidateQueries();
      else void queryClient.resetQueries();
      wasSignedIn = signedIn;
    });
  }, [queryClient]);
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toaster />
    </QueryClientProvider>
  );
}
