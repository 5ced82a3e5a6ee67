import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Identity } from "../identity.ts";

type Deps = { identity: Pick<Identity, "baseUrl" | "tokenKey"> };

const halfAYear = 180 * 24 * 60 * 60;

/** The device on which this email has signed in before, according to the caller's signed cookie; else null. */
export function knownDeviceOf(
  { identity }: Deps,
  request: FastifyRequest,
  email: string,
): string | null {
  const cookies = (request.headers.cookie ?? "").split(";").map((one) => one.trim());
  for (const cookie of cookies) {
    const [name, value = ""] = cookie.split("=", 2);
    const [device = "", signature = ""] = value.split(".", 2);
    if (name !== cookieName(identity) || device === "") continue;
    const given = Buffer.from(signature, "base64url");
    const expected = signatureOf(identity, device, email);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return device;
  }
  return null;
}

/** Remembers in a cookie that this email signed in here. The cookie contains no personal data and grants no access. */
export function rememberDevice({ identity }: Deps, reply: FastifyReply, email: string): void {
  const device = randomBytes(18).toString("base64url");
  const value = `${device}.${signatureOf(identity, device, email).toString("base64url")}`;
  const secure = isHttps(identity) ? "; Secure" : "";
  reply.header(
    "set-cookie",
    `${cookieName(identity)}=${value}; Path=/; Max-Age=${halfAYear}; HttpOnly; SameSite=Lax${secure}`,
  );
}

function signatureOf({ tokenKey }: Deps["identity"], device: string, email: string): Buffer {
  // A separate key, so that the signature is valid for nothing else.
  const key = createHmac("sha256", tokenKey).update("known-device").digest();
  return createHmac("sha256", key).update(`${device} ${email}`).digest();
}

function cookieName(identity: Deps["identity"]): string {
  return `${isHttps(identity) ? "__Host-" : ""}marque.known-device`;
}

function isHttps({ baseUrl }: Deps["identity"]): boolean {
  return baseUrl.startsWith("https:");
}
