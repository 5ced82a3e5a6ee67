import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, type ErrorCode } from "#shared/errors/app-error.ts";
import type { EndOfKeys } from "#server/api-keys/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { violatedConstraint } from "#server/platform/database/database.ts";
import { refuseForeignOrigin, rootRelative } from "#server/platform/http/trusted-origins.ts";
import type { NewEmail } from "#server/email/public.ts";
import type { Identity } from "./identity.ts";
import type { IdentityToLock } from "./lock-identity.ts";

// Our error codes for the service's statuses. Its messages are kept, because the form shows them.
const codeOfStatus: Record<number, ErrorCode> = {
  400: "invalid_input",
  401: "sign_in_refused",
  403: "not_allowed",
  404: "not_found",
  422: "email_taken",
  429: "too_many_requests",
};

// The service's codes for a link that was used, has expired or never existed.
const invalidLinkCodes = ["INVALID_TOKEN", "TOKEN_EXPIRED", "USER_NOT_FOUND"];

/** How the call to the service differs from the caller's own request. */
type ServiceCall = {
  method?: "GET" | "POST";
  path?: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Queued in the transaction of the call, if it succeeds. As a function, it gets the number of ended API keys. */
  email?: NewEmail | ((endedKeys: number) => NewEmail) | undefined;
  /** The identity whose way to sign in the call changes. */
  changes?: IdentityToLock | undefined;
  /** Ends emailed links, sign-ins that wait for a code, and API keys: all began with the way to sign in that changes. */
  endsAccess?: EndOfKeys;
};

/**
 * Passes a validated request to the identity service, and the service's cookies to the caller.
 * @returns the service's response
 * @throws AppError with the service's own message if it refuses
 */
export async function callIdentityService<Answer>(
  deps: { config: Config; identity: Identity },
  request: FastifyRequest,
  reply: FastifyReply,
  call: ServiceCall = {},
): Promise<Answer> {
  refuseForeignOrigin(deps.config, request);
  const response = await deps.identity
    .answer(toServiceRequest(deps, request, call), call)
    .catch((error: unknown) => {
      throw isAccountErased(error) ? new AppError("sign_in_refused") : error;
    });
  reply.header("cache-control", "no-store");
  reply.header("set-cookie", response.headers.getSetCookie());
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Answer;
  throw refusal(response.status, answer);
}

/** Whether a call failed because the account was erased while it ran, as between a password's check and the session. */
function isAccountErased(error: unknown): boolean {
  return violatedConstraint(error)?.endsWith("_identity_user_id_fk") ?? false;
}

function toServiceRequest(
  { config, identity }: { config: Config; identity: Identity },
  request: FastifyRequest,
  call: ServiceCall,
): Request {
  const method = call.method ?? request.method;
  const makeImagesRelative = (key: string, value: unknown) =>
    key === "image" && typeof value === "string" ? rootRelative(config, value) : value;
  // No other headers of the caller are passed on. The IP address is the connection's, or a trusted proxy's.
  const headers = new Headers({ origin: identity.baseUrl, "x-forwarded-for": request.ip });
  if (request.headers.cookie !== undefined) headers.set("cookie", request.headers.cookie);
  if (request.headers["user-agent"] !== undefined)
    headers.set("user-agent", request.headers["user-agent"]);
  if (method === "POST") headers.set("content-type", "application/json");
  const body =
    method === "POST"
      ? JSON.stringify(call.body ?? request.body ?? {}, makeImagesRelative)
      : undefined;
  const query = call.query ? `?${new URLSearchParams(call.query)}` : "";
  return new Request(`${identity.baseUrl}${call.path ?? request.routeOptions.url}${query}`, {
    method,
    headers,
    body,
  });
}

function refusal(status: number, answer: unknown): Error {
  const message =
    answer !== null && typeof answer === "object" && "message" in answer
      ? String(answer.message)
      : undefined;
  if (status >= 500)
    return new Error(`The identity service answered ${status}${message ? `: ${message}` : ""}`);
  if (isOneOf(invalidLinkCodes, answer)) return new AppError("link_over");
  if (isOneOf(["INVALID_PASSWORD"], answer)) return new AppError("wrong_password");
  return new AppError(codeOfStatus[status] ?? "invalid_input", { message });
}

function isOneOf(codes: readonly string[], answer: unknown): boolean {
  return (
    answer !== null &&
    typeof answer === "object" &&
    "code" in answer &&
    codes.includes(String(answer.code))
  );
}
