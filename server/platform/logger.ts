import { pino, symbols, type DestinationStream, type Logger } from "pino";
import type { FastifyBaseLogger } from "fastify";
import type { Config } from "#server/platform/config/config.ts";
import { currentContext } from "./request-context.ts";

/** Structured logs on standard output. Headers, bodies and query parameters are never logged, so secrets cannot be. */
export function createLogger(
  config: Pick<Config, "LOG_LEVEL">,
  destination: DestinationStream = pino.destination(1),
): FastifyBaseLogger {
  const options = {
    level: config.LOG_LEVEL,
    mixin: contextOfLine,
    serializers: {
      err: describeError,
      // Without the query string, which can contain an email address or a cursor.
      req: ({ method, url, routeOptions }: LoggedRequest) => ({
        method,
        path: pathWithoutEmails(url, routeOptions?.url),
      }),
      res: (reply: { statusCode: number }) => ({ status: reply.statusCode }),
    },
  };
  return pino(options, destination);
}

/** The request or job in which a line is logged. */
function contextOfLine(): object {
  const context = currentContext();
  if (!context) return {};
  return { reqId: context.requestId, ...(context.job && { job: context.job }) };
}

/** A request's logger, which has the request's id itself: its first and last lines are logged outside the context. */
export function requestLogger(
  log: FastifyBaseLogger,
  bindings: object,
  options: object,
): FastifyBaseLogger {
  const child = (log as Logger).child(bindings, options);
  return Object.assign(child, { [symbols.mixinSym]: undefined });
}

type LoggedRequest = { method: string; url: string; routeOptions?: { url?: string } };

// Some routes have an email address in their path, where a caller may write anything.
function pathWithoutEmails(url: string, route = ""): string {
  if (route.includes("/:email")) return route;
  const path = url.split("?")[0] ?? "";
  const parts = path.split("/");
  return parts.map((part) => (/@|%40/.test(part) ? "…" : part)).join("/");
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
