import { QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { pageQueryClient } from "./query-client.ts";

/** The page's query client, for parts that use the query library's own hooks. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(pageQueryClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
