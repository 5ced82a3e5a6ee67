import { createHmac, randomBytes } from "node:crypto";

const prefix = "whsec_";

/** A new secret in the form of Standard Webhooks: `whsec_` and 32 random bytes in base64. */
export function makeSecret(): string {
  return prefix + randomBytes(32).toString("base64");
}

/**
 * The headers that prove a message's origin and time (https://www.standardwebhooks.com): the signature is an HMAC-SHA256
 * of the id, the time in seconds and the body.
 */
export function signWebhook(
  secret: string,
  { id, body }: { id: string; body: string },
  now: Date,
): Record<"webhook-id" | "webhook-timestamp" | "webhook-signature", string> {
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const key = Buffer.from(secret.slice(prefix.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
