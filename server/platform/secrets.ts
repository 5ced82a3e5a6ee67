import { createHmac } from "node:crypto";
import { EncryptJWT, errors, jwtDecrypt } from "jose";

/**
 * Encrypts what others gave us in confidence and the shop must read again, such as passwords of their servers, and hashes
 * what the shop must only recognize.
 */
export type Secrets = {
  /** @param subject what the text belongs to: it opens only for the same */
  seal: (text: string, subject: string) => Promise<string>;
  /** Null if it was sealed with another key, for something else, or was changed. */
  open: (sealed: string, subject: string) => Promise<string | null>;
  /** A hash of 32 bytes that only this shop can compute, so that a short text is not found by trying all. */
  digest: (text: string) => Buffer;
};

/** @param secret of the shop (AUTH_SECRET), from which a key of its own is derived */
export function createSecrets(secret: string): Secrets {
  const key = createHmac("sha256", secret).update("stored-secrets").digest();
  const digestKey = createHmac("sha256", secret).update("digests").digest();
  return {
    seal: (text, subject) =>
      new EncryptJWT({ text })
        .setProtectedHeader({ alg: "dir", enc: "A256GCM" })
        .setSubject(subject)
        .encrypt(key),
    open: async (sealed, subject) => {
      try {
        const { payload } = await jwtDecrypt<{ text: string }>(sealed, key, { subject });
        return payload.text;
      } catch (error) {
        if (error instanceof errors.JOSEError) return null;
        throw error;
      }
    },
    digest: (text) => createHmac("sha256", digestKey).update(text).digest(),
  };
}
