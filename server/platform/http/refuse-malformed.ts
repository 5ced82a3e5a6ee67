import type { IncomingMessage } from "node:http";
import { AppError } from "#shared/errors/app-error.ts";
import type { App } from "./app-instance.ts";
import { prototypeNameInQuery, refusedName } from "./prototype-names.ts";

const hostAndPort = /^(?:\[[\da-f:.]+\]|[\w.~-]+)(?::\d{1,5})?$/i;

/** Responds 400 to every request with a fault (see `faultOf`). */
export function refuseMalformed(app: App): void {
  app.addHook("onRequest", (request, _reply, done) => done(faultOf(request.raw) ?? undefined));
}

/**
 * Why a request is refused before routing: its target is not a path (no absolute form, no `OPTIONS *`), or its Host is
 * not a single host name, or its query names a prototype. Only HTTP/1.0 requests may have no Host.
 */
export function faultOf({ url = "", httpVersion, rawHeaders }: IncomingMessage): AppError | null {
  if (!url.startsWith("/")) return refusal("target", "The request target must be a path.");
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length !== 4 || name.toLowerCase() !== "host") continue;
    hosts += 1;
    if (hosts > 1 || !hostAndPort.test(rawHeaders[index + 1] ?? "")) return badHost();
  }
  if (hosts === 0 && httpVersion === "1.1") return badHost();
  const name = prototypeNameInQuery(url);
  return name === null ? null : refusedName(name, "query parameter");
}

function badHost(): AppError {
  return refusal("host", "The Host header must be one host name.");
}

function refusal(field: string, message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [field]: message } });
}
