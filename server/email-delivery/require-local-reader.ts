import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";

const ownNames = ["localhost", "127.0.0.1", "[::1]"];
const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/**
 * Restricts the outbox to the machine that runs the demo. It contains password-reset links, which give access to every
 * account. Requiring an admin would not help, because the demo admin's password is published.
 * @throws AppError not_found outside demo mode; not_allowed for calls from other machines, through a proxy, or with a
 * foreign host name that points to this machine
 */
export function requireLocalReader(
  { demo, PUBLIC_URL }: Pick<Config, "demo" | "PUBLIC_URL">,
  { socket, headers }: Pick<FastifyRequest, "socket" | "headers">,
): void {
  if (!demo) throw new AppError("not_found");
  const isLocal = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "");
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined);
  const names = PUBLIC_URL ? [...ownNames, new URL(PUBLIC_URL).hostname] : ownNames;
  if (isLocal && !isForwarded && names.includes(hostName(headers.host))) return;
  throw new AppError("not_allowed", {
    message: "You can open the outbox only on the computer that runs the demo.",
  });
}

function hostName(host = ""): string {
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : "";
}
