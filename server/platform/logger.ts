import { pino, type DestinationStream } from "pino";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/platform/config/config.ts";

/** Structured logs on standard output. Headers, bodies and what queries were given are not logged, so no secret can be. */
export function createLogger(
  config: Pick<Config, "LOG_LEVEL">,
  destination: DestinationStream = pino.destination(1),
): FastifyBaseLogger {
  const options = {
    level: config.LOG_LEVEL,
    serializers: {
      err: describeError,
      // The path alone: a query can hold an email address or a cursor.
      req: (request: { method: string; url: string }) => ({
        method: request.method,
        path: pathWithoutAddresses(request.url),
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
  return pino(options, destination);
}

// Some calls have an email address in their path.
function pathWithoutAddresses(url: string): string {
  const path = url.split("?")[0] ?? "";
  return path.replace(/[^/]*(?:@|%40)[^/]*/gi, "…");
}

// What PostgreSQL and its driver say of the row that did not fit, beside the message.
type WithValues = { params?: unknown; detail?: unknown; where?: unknown; internalQuery?: unknown };

/** An error with its causes, without what a failed query was given: its parameters hold addresses and mails. */
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
