import type { FastifyRequest } from "fastify";

/** Logs who signed in and how, by the identity's id only. */
export function logSignIn(
  request: Pick<FastifyRequest, "log">,
  identity: string,
  by: "password" | "google" | "passkey" | "code" | "backup code",
): void {
  request.log.info({ event: "signed_in", identity, by }, "sign-in");
}
