import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, type ErrorCode } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import { refuseForeignOrigin, rootRelative } from "#server/platform/http/trusted-origins.ts";
import type { Identity } from "./create-identity.ts";

// What the service says in its own codes, in ours. Its words are kept: the form shows them.
const codeOfStatus: Record<number, ErrorCode> = {
  400: "invalid_input",
  401: "sign_in_refused",
  403: "not_allowed",
  404: "not_found",
  422: "email_taken",
  429: "too_many_requests",
};

/**
 * Hands a call that our schemas have read to the identity service, and its cookies to the caller.
 * @returns the service's answer
 * @throws AppError with the service's own words where it refuses
 */
export async function askIdentity<Answer>(
  deps: { config: Config; identity: Identity },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer> {
  refuseForeignOrigin(deps.config, request);
  const response = await deps.identity.answer(asServiceRequest(deps, request));
  reply.header("cache-control", "no-store");
  reply.header("set-cookie", response.headers.getSetCookie());
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Answer;
  throw refusal(response.status, answer);
}

function asServiceRequest(
  { config, identity }: { config: Config; identity: Identity },
  request: FastifyRequest,
): Request {
  const keepPicturesRelative = (key: string, value: unknown) =>
    key === "image" && typeof value === "string" ? rootRelative(config, value) : value;
  // Nothing else of the caller's headers is passed on. The address is the connection's (or a trusted proxy's word).
  const headers = new Headers({ origin: identity.baseUrl, "x-forwarded-for": request.ip });
  if (request.headers.cookie !== undefined) headers.set("cookie", request.headers.cookie);
  if (request.headers["user-agent"] !== undefined)
    headers.set("user-agent", request.headers["user-agent"]);
  if (request.method === "POST") headers.set("content-type", "application/json");
  const body =
    request.method === "POST"
      ? JSON.stringify(request.body ?? {}, keepPicturesRelative)
      : undefined;
  return new Request(`${identity.baseUrl}${request.routeOptions.url}`, {
    method: request.method,
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
  return new AppError(codeOfStatus[status] ?? "invalid_input", { message });
}
