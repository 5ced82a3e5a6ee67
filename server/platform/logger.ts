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
        path: request.url.split("?")[0],
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
  return pino(options, destination);
}

/** An error with its causes, without what a failed query was given: its parameters hold addresses and mails. */
function describeError(error: Error) {
  const { params: _params, ...described } = pino.stdSerializers.err(error) as ReturnType<
    typeof pino.stdSerializers.err
  > & { params?: unknown };
  const withoutParams = (text: string) => text.replace(/\nparams: [^]*?(?=\n {4}at |$)/, "");
  return {
    ...described,
    message: withoutParams(described.message),
    stack: withoutParams(described.stack),
  };
}
