import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Identity } from "../create-identity.ts";

type Deps = { identity: Pick<Identity, "baseUrl" | "tokenKey"> };

const halfAYear = 180 * 24 * 60 * 60;

/** The device on which the person with this email has signed in before, where the caller's cookie proves it; else null. */
export function knownDeviceOf(
  { identity }: Deps,
  request: FastifyRequest,
  email: string,
): string | null {
  const cookies = (request.headers.cookie ?? "").split(";").map((one) => one.trim());
  for (const cookie of cookies) {
    const [name, value = ""] = cookie.split("=", 2);
    const [device = "", proof = ""] = value.split(".", 2);
    if (name !== cookieName(identity) || device === "") continue;
    const given = Buffer.from(proof, "base64url");
    const right = proofOf(identity, device, email);
    if (given.length === right.length && timingSafeEqual(given, right)) return device;
  }
  return null;
}

/** Notes in the browser that this person has signed in there. The cookie says nothing about them and opens nothing. */
export function rememberDevice({ identity }: Deps, reply: FastifyReply, email: string): void {
  const device = randomBytes(18).toString("base64url");
  const value = `${device}.${proofOf(identity, device, email).toString("base64url")}`;
  const secure = isHttps(identity) ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${cookieName(identity)}=${value}; Path=/; Max-Age=${halfAYear}; HttpOnly; SameSite=Lax${secure}`,
  );
}

function proofOf({ tokenKey }: Deps["identity"], device: string, email: string): Buffer {
  // A key of its own: what proves a device proves nothing else.
  const key = createHmac("sha256", tokenKey).update("known-device").digest();
  return createHmac("sha256", key).update(`${device} ${email}`).digest();
}

function cookieName(identity: Deps["identity"]): string {
  return `${isHttps(identity) ? "__Host-" : ""}marque.known-device`;
}

function isHttps({ baseUrl }: Deps["identity"]): boolean {
  return baseUrl.startsWith("https:");
}
