import type { IncomingMessage } from "node:http";
import type { FastifyContextConfig } from "fastify";
import type { Waits } from "./create-overload.ts";

/**
 * Which connections a request waits for. Public reads are answered from memory, unless their route says otherwise. Pages
 * that do so are the same with a session, which only calls look up.
 */
export function waitsFor(
  { method, headers, url = "" }: Pick<IncomingMessage, "method" | "headers" | "url">,
  { waits = null }: Pick<FastifyContextConfig, "waits">,
): Waits {
  if (method !== "GET" && method !== "HEAD") return "requests";
  if (waits !== null && !url.startsWith("/api/")) return waits;
  const isSignedIn = headers.authorization !== undefined || headers.cookie !== undefined;
  return isSignedIn ? "requests" : waits;
}
