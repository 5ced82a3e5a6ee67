import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { isResponseSerializationError } from "fastify-type-provider-zod";
import { AppError, type ErrorCode } from "#shared/errors/app-error.ts";
import { count } from "#server/platform/metrics/metrics.ts";
import type { ErrorAnswer } from "#shared/errors/error-contract.ts";
import { isDatabaseUnavailable } from "#server/platform/database/is-database-unavailable.ts";

// Errors of Fastify and its plugins, as our codes.
const codeOfStatus: Record<number, ErrorCode> = {
  400: "invalid_input",
  404: "not_found",
  405: "method_not_allowed",
  413: "too_large",
  415: "unsupported_media",
  429: "too_many_requests",
};

/** Seconds until a client should try again while the database cannot be reached. A failover takes a few. */
const databaseRetryAfter = 2;

const cutOff = { message: "The request was cut off." };

/** The only place where an error becomes a response. Errors of ours are logged, and their details are not sent. */
export function errorHandler(
  thrown: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const isCutOff = thrown === request.raw.errored;
  const error = isCutOff ? new AppError("invalid_input", cutOff) : asAppError(thrown);
  if (error.status >= 500) request.log.error({ err: thrown }, "request failed");
  count("errors", { code: error.code });
  logSecurityEvent(error, request);
  // The rest of the request is not awaited.
  if (error.code === "timed_out") reply.header("connection", "close");
  if (error.retryAfter !== undefined) reply.header("retry-after", error.retryAfter);
  return reply.status(error.status).send(errorAnswer(error, request.id));
}

// Refusals that help to detect attacks, with their log level. Routine ones are not logged.
const securityEvents: Partial<Record<ErrorCode, "info" | "warn">> = {
  invalid_input: "info",
  not_signed_in: "info",
  token_invalid: "warn",
  not_allowed: "warn",
  foreign_origin: "warn",
  sign_in_refused: "warn",
  link_over: "warn",
  bad_signature: "warn",
  too_many_requests: "warn",
};

/** Logs the account's id and the route's pattern, without emails, IP addresses and anything that was sent. */
function logSecurityEvent(error: AppError, request: FastifyRequest): void {
  const level = securityEvents[error.code];
  if (level === undefined) return;
  const event = {
    event: error.code,
    account: request.viewer?.accountId ?? null,
    route: `${request.method} ${request.routeOptions.url ?? ""}`,
    fields: error.fields && Object.keys(error.fields),
  };
  request.log[level](event, "refused");
}

/** The response body of an error. */
export function errorAnswer(error: AppError, requestId: string): ErrorAnswer {
  return {
    error: {
      code: error.code,
      message: error.message,
      ...(error.fields && { fields: error.fields }),
      requestId,
    },
    message: error.message,
  };
}

/** The answer while the database cannot be reached. */
export function databaseUnavailable(): AppError {
  return new AppError("unavailable", { retryAfter: databaseRetryAfter });
}

function asAppError(thrown: FastifyError | Error): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isResponseSerializationError(thrown)) return new AppError("internal");
  if (isDatabaseUnavailable(thrown)) return databaseUnavailable();
  const status = "statusCode" in thrown ? thrown.statusCode : undefined;
  const code = status === undefined ? undefined : codeOfStatus[status];
  return new AppError(code ?? (status && status < 500 ? "invalid_input" : "internal"));
}
