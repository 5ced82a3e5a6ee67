import { createHmac } from "node:crypto";

/** Derives the API keys from the secret of the shop, so that all its processes have the same. */
export function simulatorKeys(secret: string) {
  const derive = (purpose: string) =>
    createHmac("sha256", secret).update(`payment simulator ${purpose}`).digest("hex").slice(0, 32);
  return {
    secretKey: `sk_test_${derive("secret key")}`,
    publishableKey: `pk_test_${derive("publishable key")}`,
    webhookSecret: `whsec_${derive("webhook")}`,
  };
}
