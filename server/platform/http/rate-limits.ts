import fastifyRateLimit from "@fastify/rate-limit";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import { addressKey } from "./address-key.ts";
import type { App } from "./app-instance.ts";

type Limit = { max: number; timeWindow: string };

/** How often one caller may make a call that costs us or others something; for a route's `config.rateLimit`. */
export const limits = {
  signUp: { max: 20, timeWindow: "1 hour" },
  thirdParty: { max: 60, timeWindow: "5 minutes" },
  upload: { max: 60, timeWindow: "10 minutes" },
  token: { max: 120, timeWindow: "1 minute" },
  booking: { max: 60, timeWindow: "1 minute" },
  payment: { max: 120, timeWindow: "1 minute" },
  receiptFile: { max: 30, timeWindow: "1 minute" },
  auditFile: { max: 10, timeWindow: "1 minute" },
  report: { max: 30, timeWindow: "1 minute" },
  addProduct: { max: 120, timeWindow: "1 minute" },
} as const satisfies Record<string, Limit>;

/**
 * Counts calls of the routes that state a limit, by account or else by the connection's address (a forwarded address
 * counts only behind TRUSTED_PROXIES). Each process counts for itself. RATE_LIMITS=off: nothing is counted.
 */
export async function rateLimits(
  app: App,
  { config }: { config: Pick<Config, "RATE_LIMITS"> },
): Promise<void> {
  if (config.RATE_LIMITS === "off") return;
  await app.register(fastifyRateLimit, {
    global: false,
    keyGenerator: (request) => request.viewer?.accountId ?? addressKey(request.ip),
    errorResponseBuilder: (_request, { after }) =>
      new AppError("too_many_requests", { message: `Too many tries. Please wait ${after}.` }),
  });
}
