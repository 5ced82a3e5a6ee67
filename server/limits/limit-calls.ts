import type { FastifyReply, FastifyRequest } from "fastify";
import type { App } from "#server/platform/http/app-instance.ts";
import type { Limit } from "#server/platform/http/rate-limits.ts";
import { countAgainst, type LeftOfLimit, type LimitDeps } from "./count-against.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    rateLimit?: Limit;
  }
}

/**
 * Counts calls of rate-limited routes by the viewer's account and the connection's IP address (a forwarded address only
 * behind TRUSTED_PROXIES). Runs after authentication and before the body is read.
 */
export function limitCalls(app: App, deps: LimitDeps): void {
  app.addHook("onRoute", (route) => {
    const limit = route.config?.rateLimit;
    if (!limit) return;
    route.onRequest = [
      ...[route.onRequest ?? []].flat(),
      async (request: FastifyRequest, reply: FastifyReply) => {
        const account = request.viewer?.accountId ?? request.identitySession?.identityId;
        const caller = { account, ip: request.ip };
        sendRateLimitHeaders(reply, limit, await countAgainst(deps, limit, caller));
      },
    ];
  });
}

// https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/
function sendRateLimitHeaders(reply: FastifyReply, { seconds }: Limit, left: LeftOfLimit[]): void {
  if (left.length === 0) return;
  const fields = (format: (one: LeftOfLimit) => string) =>
    left.map((one) => `"${one.name}";${format(one)}`).join(", ");
  reply.header(
    "ratelimit-policy",
    fields((one) => `q=${one.limit};w=${seconds}`),
  );
  reply.header(
    "ratelimit",
    fields((one) => `r=${one.left};t=${one.secondsLeft}`),
  );
}
