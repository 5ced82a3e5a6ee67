import {
  AppError,
  errorCatalogue,
  type ErrorCode,
  type FieldErrors,
} from "#shared/errors/app-error.ts";
import { isOffline } from "./connection.ts";
import { noteServerTime } from "./server-clock.ts";

// Otherwise a request on a dead connection could reach the shop minutes later.
const patienceMs = 60_000;

/**
 * Sends a request and turns error responses into AppErrors. It is sent now or never: without a connection, or
 * without a response within a minute, it fails. A caller with its own signal sets its own timeout.
 * @throws AppError `unavailable` if there is no response
 */
export async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      ...init,
      signal: init.signal ?? AbortSignal.timeout(patienceMs),
    });
  } catch (cause) {
    if (init.signal?.aborted && !isTimeout(cause)) throw cause;
    throw new AppError("unavailable", { message: whyNoAnswer(cause) });
  }
  // Other hosts, such as the image host, have clocks of their own.
  if (url.startsWith("/")) noteServerTime(response);
  if (!response.ok) throw await readRefusal(response);
  return response;
}

function whyNoAnswer(cause: unknown): string {
  if (isTimeout(cause))
    return "The shop did not respond in time. Check whether it went through before you try again.";
  return isOffline()
    ? "You are offline. Please check your connection and try again."
    : "We could not reach the shop. Please check your connection and try again.";
}

function isTimeout(cause: unknown): boolean {
  return cause instanceof DOMException && cause.name === "TimeoutError";
}

type Refusal = {
  error?: { code?: string; message?: string; fields?: FieldErrors };
  message?: string;
};

/** The error that an error response stands for. */
export async function readRefusal(response: Response): Promise<AppError> {
  const body = (await response.json().catch(() => ({}))) as Refusal;
  const code = body.error?.code;
  return new AppError(isErrorCode(code) ? code : codeOfStatus(response.status), {
    message: body.error?.message ?? body.message,
    fields: body.error?.fields,
  });
}

function isErrorCode(code: string | undefined): code is ErrorCode {
  return code !== undefined && Object.hasOwn(errorCatalogue, code);
}

// The identity service and external hosts use their own messages; map their status to a code.
function codeOfStatus(status: number): ErrorCode {
  const entryOfStatus = Object.entries(errorCatalogue).find(([, entry]) => entry.status === status);
  return (
    (entryOfStatus?.[0] as ErrorCode | undefined) ?? (status < 500 ? "invalid_input" : "internal")
  );
}
