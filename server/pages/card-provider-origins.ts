import type { Config } from "#server/platform/config/config.ts";
import type { ForeignOrigins } from "#server/platform/http/security-headers.ts";

/** Only what Stripe.js needs: https://docs.stripe.com/security/guide#content-security-policy */
const stripe: ForeignOrigins = {
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  calls: ["https://api.stripe.com"],
};

const paymentPage = /^\/dashboard\/payment\/[\da-f-]{36}\/?$/;

/**
 * What the page at `url` may load from the card provider. Only the payment page may, and only if Stripe keys are set. The
 * simulator has the shop's own origin and needs nothing.
 */
export function cardProviderOrigins(
  url: string,
  config: Pick<Config, "STRIPE_SECRET_KEY">,
): ForeignOrigins | null {
  if (config.STRIPE_SECRET_KEY === undefined) return null;
  return paymentPage.test(url.split("?")[0]!) ? stripe : null;
}
