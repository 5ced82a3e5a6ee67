import {
  AppError,
  errorCatalogue,
  type ErrorCode,
  type FieldErrors,
} from "#shared/errors/app-error.ts";

/**
 * Sends a request and rebuilds a refusal as the AppError the server threw.
 * @throws AppError `unavailable` where there is no answer at all
 */
export async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, init);
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new AppError("unavailable", {
      message: "The shop cannot be reached. Please check your connection and try again.",
    });
  }
  if (!response.ok) throw await readRefusal(response);
  return response;
}

type Refusal = {
  error?: { code?: string; message?: string; fields?: FieldErrors };
  message?: string;
};

async function readRefusal(response: Response): Promise<AppError> {
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

// The identity service and foreign hosts answer in words of their own; their status still tells the kind.
function codeOfStatus(status: number): ErrorCode {
  const known = Object.entries(errorCatalogue).find(([, entry]) => entry.status === status);
  return (known?.[0] as ErrorCode | undefined) ?? (status < 500 ? "invalid_input" : "internal");
}
