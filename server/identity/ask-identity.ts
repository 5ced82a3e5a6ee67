import type { FastifyReply, FastifyRequest } from "fastify";
import { AppError, type ErrorCode } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";
import { refuseForeignOrigin, rootRelative } from "#server/platform/http/trusted-origins.ts";
import type { NewEmail } from "#server/email/public.ts";
import type { Identity } from "./create-identity.ts";
import type { HeldPerson } from "./lock-identity.ts";

// What the service says in its own codes, in ours. Its words are kept: the form shows them.
const codeOfStatus: Record<number, ErrorCode> = {
  400: "invalid_input",
  401: "sign_in_refused",
  403: "not_allowed",
  404: "not_found",
  422: "email_taken",
  429: "too_many_requests",
};

// What it says of a link that was used, is too old or never was.
const codesOfLinks = ["INVALID_TOKEN", "TOKEN_EXPIRED", "USER_NOT_FOUND"];

/** What the service is asked where that is not the caller's own call word for word. */
type Asked = {
  method?: "GET" | "POST";
  path?: string;
  query?: Record<string, string>;
  body?: unknown;
  /** Written in the call's own transaction where the service does as it is asked. */
  letter?: NewEmail | undefined;
  /** Whose way to sign in it changes. */
  changes?: HeldPerson | undefined;
  /** Ends their links in mails, and sign-ins that wait for a code: what began with the way that is changed. */
  endsLinks?: boolean;
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
  asked: Asked = {},
): Promise<Answer> {
  refuseForeignOrigin(deps.config, request);
  const response = await deps.identity.answer(asServiceRequest(deps, request, asked), asked);
  reply.header("cache-control", "no-store");
  reply.header("set-cookie", response.headers.getSetCookie());
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as Answer;
  throw refusal(response.status, answer);
}

function asServiceRequest(
  { config, identity }: { config: Config; identity: Identity },
  request: FastifyRequest,
  asked: Asked,
): Request {
  const method = asked.method ?? request.method;
  const keepPicturesRelative = (key: string, value: unknown) =>
    key === "image" && typeof value === "string" ? rootRelative(config, value) : value;
  // Nothing else of the caller's headers is passed on. The address is the connection's (or a trusted proxy's word).
  const headers = new Headers({ origin: identity.baseUrl, "x-forwarded-for": request.ip });
  if (request.headers.cookie !== undefined) headers.set("cookie", request.headers.cookie);
  if (request.headers["user-agent"] !== undefined)
    headers.set("user-agent", request.headers["user-agent"]);
  if (method === "POST") headers.set("content-type", "application/json");
  const body =
    method === "POST"
      ? JSON.stringify(asked.body ?? request.body ?? {}, keepPicturesRelative)
      : undefined;
  const query = asked.query ? `?${new URLSearchParams(asked.query)}` : "";
  return new Request(`${identity.baseUrl}${asked.path ?? request.routeOptions.url}${query}`, {
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
  if (isOneOf(codesOfLinks, answer)) return new AppError("link_over");
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
