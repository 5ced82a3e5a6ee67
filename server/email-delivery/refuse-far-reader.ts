import type { FastifyRequest } from "fastify";
import { AppError } from "#shared/errors/app-error.ts";
import type { Config } from "#server/platform/config/config.ts";

const ownNames = ["localhost", "127.0.0.1", "[::1]"];
const forwardingHeaders = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/**
 * Keeps the outbox to whoever sits at the demo's own machine: mails that set a new password are in it, so anybody who
 * reads it can take over any account. An admin's sign-in would be no better: the demo's is published.
 * @throws AppError not_found outside demo mode; not_allowed for a call from elsewhere, or one that a proxy brings, or a
 * page whose name somebody has pointed at this machine
 */
export function refuseFarReader(
  { demo, PUBLIC_URL }: Pick<Config, "demo" | "PUBLIC_URL">,
  { socket, headers }: Pick<FastifyRequest, "socket" | "headers">,
): void {
  if (!demo) throw new AppError("not_found");
  const near = /^(127\.|::1$|::ffff:127\.)/.test(socket.remoteAddress ?? "");
  const brought = forwardingHeaders.some((name) => headers[name] !== undefined);
  const names = PUBLIC_URL ? [...ownNames, new URL(PUBLIC_URL).hostname] : ownNames;
  if (near && !brought && names.includes(hostName(headers.host))) return;
  throw new AppError("not_allowed", {
    message: "The outbox is shown only on the machine that the demo runs on.",
  });
}

function hostName(host = ""): string {
  const address = `http://${host}`;
  return URL.canParse(address) ? new URL(address).hostname : "";
}
