import { createHmac } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { EncryptJWT, errors, jwtDecrypt } from "jose";
import type { z } from "zod";

/** Seconds that a browser keeps one: long enough to sign in somewhere else meanwhile. */
const life = 10 * 60;

/** A key of its own for what browsers keep for us. */
export function sealingKey(secret: string): Uint8Array {
  return createHmac("sha256", secret).update("sealed-cookie").digest();
}

/**
 * A cookie that only this server can read or make, and no script. It holds what belongs to one browser for minutes, so
 * nothing has to be kept here for visitors who never come back, and any process can go on where another began.
 */
export function sealedCookie<Shape extends z.ZodObject>(purpose: string, shape: Shape) {
  const nameFor = (isSecure: boolean) => `${isSecure ? "__Host-" : ""}marque.${purpose}`;

  function set(reply: FastifyReply, value: string, seconds: number, isSecure: boolean): void {
    const flags = `Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${isSecure ? "; Secure" : ""}`;
    void reply.header("set-cookie", `${nameFor(isSecure)}=${value}; ${flags}`);
  }

  return {
    async keep(
      reply: FastifyReply,
      { sealingKey: key, baseUrl }: { sealingKey: Uint8Array; baseUrl: string },
      content: z.output<Shape>,
    ): Promise<void> {
      const sealed = await new EncryptJWT(content)
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setAudience(purpose)
        .setIssuedAt()
        .setExpirationTime(`${life} s`)
        .encrypt(key);
      set(reply, sealed, life, baseUrl.startsWith("https:"));
    },

    /** What this browser keeps; null where it is nothing, too old, or not of our making. */
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

    forget(reply: FastifyReply, { baseUrl }: { baseUrl: string }): void {
      set(reply, "", 0, baseUrl.startsWith("https:"));
    },
  };
}
