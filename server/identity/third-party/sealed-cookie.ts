import { createHmac } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import type { z } from "zod";

/** Seconds for which a cookie is valid: long enough to sign in at the provider. */
const lifetime = 10 * 60;

/** A separate key for encrypted cookies. */
export function sealingKey(secret: string): Uint8Array {
  return createHmac("sha256", secret).update("sealed-cookie").digest();
}

/**
 * An encrypted cookie for short-lived state of one browser. The server stores nothing for visitors who never come back,
 * and any process can finish what another one started.
 */
export function sealedCookie<Shape extends z.ZodObject>(purpose: string, shape: Shape) {
  const nameFor = (isSecure: boolean) => `${isSecure ? "__Host-" : ""}marque.${purpose}`;

  function setCookie(reply: FastifyReply, value: string, seconds: number, isSecure: boolean): void {
    const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? "; Secure" : ""}`;
    void reply.header("set-cookie", `${nameFor(isSecure)}=${value}; ${flags}`);
  }

  return {
    async set(
      reply: FastifyReply,
      { sealingKey: key, baseUrl }: { sealingKey: Uint8Array; baseUrl: string },
      content: z.output<Shape>,
    ): Promise<void> {
      const sealed = await new EncryptJWT(content)
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setAudience(purpose)
        .setIssuedAt()
        .setExpirationTime(`${lifetime} s`)
        .encrypt(key);
      setCookie(reply, sealed, lifetime, baseUrl.startsWith("https:"));
    },

    /** The content; null if the cookie is missing, expired or forged. */
    async read(
      request: Pick<FastifyRequest, "headers">,
      { sealingKey: key, baseUrl }: { sealingKey: Uint8Array; baseUrl: string },
    ): Promise<z.output<Shape> | null> {
      const name = nameFor(baseUrl.startsWith("https:"));
      const pairs = request.headers.cookie?.split(/;\s*/) ?? [];
      const sealed = pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
      if (!sealed) return null;
      try {
        const options = { audience: purpose, requiredClaims: ["exp"] };
        return shape.parse((await jwtDecrypt(sealed, key, options)).payload);
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },

    clear(reply: FastifyReply, { baseUrl }: { baseUrl: string }): void {
      setCookie(reply, "", 0, baseUrl.startsWith("https:"));
    },
  };
}
