import type { IncomingMessage } from "node:http";
import { AppError } from "#shared/errors/app-error.ts";
import type { App } from "./app-instance.ts";

const hostAndPort = /^(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{1,5})?$/i;

/** Responds 400 to every request with a fault (see `faultOf`). */
export function refuseMalformed(app: App): void {
  app.addHook("onRequest", async (request) => {
    const fault = faultOf(request.raw);
    if (fault) throw fault;
  });
}

/**
 * Why a request is refused before routing: its target is not a path (no absolute form, no `OPTIONS *`), or its Host is
 * not a single host name. HTTP/1.0 requests have no Host; Node itself refuses HTTP/1.1 requests without one.
 */
export function faultOf({ url = "", rawHeaders }: IncomingMessage): AppError | null {
  if (!url.startsWith("/")) return refusal("target", "The request target must be a path.");
  const hosts = rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host",
  );
  if (hosts.length > 1 || hosts.some((host) => !hostAndPort.test(host)))
    return refusal("host", "The Host header must be one host name.");
  return null;
}

function refusal(field: string, message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: message } });
}
