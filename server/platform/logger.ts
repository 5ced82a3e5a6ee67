import { pino, type DestinationStream } from "pino";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/platform/config/config.ts";

/** Structured logs on standard output. Headers, bodies and query parameters are never logged, so secrets cannot be. */
export function createLogger(
  config: Pick<Config, "LOG_LEVEL">,
  destination: DestinationStream = pino.destination(1),
): FastifyBaseLogger {
  const options = {
    level: config.LOG_LEVEL,
    serializers: {
      err: describeError,
      // Without the query string, which can contain an email address or a cursor.
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: pathWithoutEmails(request.url),
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
  return pino(options, destination);
}

// Some routes have an email address in their path.
function pathWithoutEmails(url: string): string {
  const path = url.split("?")[0] ?? "";
  return path.replace(/[^/]*(?:@|%40)[^/]*/gi, "…");
}

// Fields of PostgreSQL errors that contain values of the row.
type WithValues = { params?: unknown; detail?: unknown; where?: unknown; internalQuery?: unknown };

/** An error and its causes, without the parameters of a failed query, which can contain personal data. */
function describeError(error: Error) {
  const {
    params: _params,
    detail: _detail,
    where: _where,
    internalQuery: _query,
    ...described
  } = pino.stdSerializers.err(error) as ReturnType<typeof pino.stdSerializers.err> & WithValues;
  const withoutParams = (text: string) => text.replace(/\nparams: [^]*?(?=\n {4}at |$)/, "");
  return {
    ...described,
    message: withoutParams(described.message),
    stack: withoutParams(described.stack),
  };
}
