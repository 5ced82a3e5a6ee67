import { createHmac } from "node:crypto";

/** The keys of the simulator of a shop with this secret: the same in every process of it. */
export function simulatorKeys(secret: string) {
  const derive = (purpose: string) =>
    createHmac("sha256", secret).update(`payment simulator ${purpose}`).digest("hex").slice(0, 32);
  return {
    secretKey: `sk_test_${derive("secret key")}`,
    publishableKey: `pk_test_${derive("publishable key")}`,
    webhookSecret: `whsec_${derive("webhook")}`,
  };
}
