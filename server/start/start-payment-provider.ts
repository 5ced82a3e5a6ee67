import { createHmac } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import {
  createPaymentProvider,
  type PaymentProvider,
  type ProviderSettings,
} from "#server/payments/provider/payment-provider.ts";
import { simulatorKeys } from "#simulators/payment-provider/simulator-keys.ts";
import {
  startPaymentSimulator,
  type PaymentSimulator,
} from "#simulators/payment-provider/start-payment-simulator.ts";
import type { Config } from "#server/platform/config/config.ts";
import { trustedProxies } from "#server/platform/config/trusted-proxies.ts";
import { clientAddress } from "#server/platform/http/client-address.ts";

type ProviderConfig = Pick<
  Config,
  | "STRIPE_SECRET_KEY"
  | "STRIPE_PUBLISHABLE_KEY"
  | "STRIPE_WEBHOOK_SECRET"
  | "STRIPE_API_URL"
  | "RATE_LIMITS"
  | "TRUSTED_PROXIES"
>;

/** The shop's URLs, known once it listens: `own` for the process itself, `public` for browsers. */
export type ShopAddress = { own: () => string | null; public: () => string };

/**
 * The card provider: Stripe if its keys are set, otherwise the simulator, which is only started here. Both use the same
 * client.
 */
export async function startPaymentProvider(
  config: ProviderConfig,
  {
    secret,
    connectionString,
    address,
    log,
    timeout,
  }: {
    secret: string;
    connectionString: string;
    address: ShopAddress;
    log: FastifyBaseLogger;
    timeout?: number | undefined;
  },
): Promise<{ provider: PaymentProvider; simulator: PaymentSimulator | null }> {
  // Derived from the shop's secret, so that all its processes have the same id.
  const shopId = createHmac("sha256", secret).update("payment shop id").digest("hex").slice(0, 24);
  const stripe = stripeSettings(config, shopId);
  if (stripe) return { provider: createPaymentProvider({ ...stripe, timeout }), simulator: null };

  const keys = simulatorKeys(secret);
  const proxies = config.TRUSTED_PROXIES ? trustedProxies(config.TRUSTED_PROXIES) : null;
  const simulator = await startPaymentSimulator({
    ...keys,
    connectionString,
    webhookUrl: () => {
      const own = address.own();
      return own && `${own}/api/payments/webhook`;
    },
    publicAddress: address.public,
    ...(config.RATE_LIMITS === "on" && { callsPerMinute: 240 }),
    callerAddress: (request) => clientAddress(request, proxies),
    log,
  });
  const settings = { ...keys, kind: "simulator", apiUrl: simulator.address, shopId } as const;
  return { provider: createPaymentProvider({ ...settings, timeout }), simulator };
}

function stripeSettings(config: ProviderConfig, shopId: string): ProviderSettings | null {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = config;
  if (!STRIPE_SECRET_KEY || !STRIPE_PUBLISHABLE_KEY || !STRIPE_WEBHOOK_SECRET) return null;
  return {
    kind: "stripe",
    secretKey: STRIPE_SECRET_KEY,
    publishableKey: STRIPE_PUBLISHABLE_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    apiUrl: config.STRIPE_API_URL ?? null,
    shopId,
  };
}
