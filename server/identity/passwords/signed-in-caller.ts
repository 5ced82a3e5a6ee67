import type { FastifyRequest } from "fastify";
import type { Identity } from "../create-identity.ts";
import { knownDeviceOf } from "../sessions/known-device.ts";
import { sessionOf } from "../sessions/require-session.ts";

/** Whose password a signed-in person's browser is trying, as sign-ins are limited by. */
export function signedInCaller(deps: { identity: Identity }, request: FastifyRequest) {
  const { email } = sessionOf(request);
  return { email, ip: request.ip, knownDevice: knownDeviceOf(deps, request, email) };
}
