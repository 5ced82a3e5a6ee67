import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/platform/config/config.ts";

/** Logs settings that no shop with visitors should have, at its start. */
export function warnOfSettings(
  config: Pick<Config, "AUTH_SECRET" | "DATABASE_URL" | "LOAD_SHEDDING" | "RATE_LIMITS">,
  log: Pick<FastifyBaseLogger, "warn">,
): void {
  if (config.RATE_LIMITS === "off")
    log.warn("rate limits are off (RATE_LIMITS=off): for load tests only");
  if (config.LOAD_SHEDDING === "off")
    log.warn("no request is refused in an overload (LOAD_SHEDDING=off): for load tests only");
  if (config.DATABASE_URL && !config.AUTH_SECRET)
    log.warn(
      "AUTH_SECRET is not set, so it is in DATA_DIR: processes on other machines need the same",
    );
}
