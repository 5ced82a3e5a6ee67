import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Config } from "#server/platform/config/config.ts";
import { trustedProxies } from "#server/platform/config/trusted-proxies.ts";
import { isTrusted } from "./client-address.ts";

/** Whether the other end of a request's connection is a trusted proxy. */
export type ProxyCheck = (request: IncomingMessage) => boolean;

export function proxyCheck({ TRUSTED_PROXIES }: Pick<Config, "TRUSTED_PROXIES">): ProxyCheck {
  if (!TRUSTED_PROXIES) return () => false;
  const proxies = trustedProxies(TRUSTED_PROXIES);
  return ({ socket }) => isTrusted(socket.remoteAddress ?? "", proxies);
}

/** The id of a request: the one that a trusted proxy sends in X-Request-Id, so that both logs agree, or a new one. */
export function requestIdOf(request: IncomingMessage, isFromProxy: ProxyCheck): string {
  const given = request.headers["x-request-id"];
  const isUsable = typeof given === "string" && /^[\w.-]{8,64}$/.test(given);
  return isUsable && isFromProxy(request) ? given : randomUUID();
}
