import { pino } from "pino";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/platform/config/config.ts";

/** Structured logs on standard output. Headers and bodies are not logged, so no token or password can be. */
export function createLogger(config: Pick<Config, "LOG_LEVEL">): FastifyBaseLogger {
  return pino({
    level: config.LOG_LEVEL,
    serializers: {
      err: pino.stdSerializers.err,
      // The path alone: a query can hold an email address or a cursor.
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: request.url.split("?")[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  });
}
