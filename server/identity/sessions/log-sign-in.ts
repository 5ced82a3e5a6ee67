import type { FastifyRequest } from "fastify";

/** Notes for the operator who has signed in and how. By nothing personal: the identity's id alone. */
export function logSignIn(
  request: Pick<FastifyRequest, "log">,
  identity: string,
  by: "password" | "google" | "passkey" | "code" | "backup code",
): void {
  request.log.info({ event: "signed_in", identity, by }, "sign-in");
}
