// The payment simulator as a process of its own: the card provider of a cluster. It stands for a company outside the
// shop, so it has a database of its own.
import { startPaymentSimulator } from "#simulators/payment-provider/start-payment-simulator.ts";

const required = (name: string) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set.`);
  return value;
};

const write = (line: unknown, text?: string) => console.error(text ?? "", line);
const simulator = await startPaymentSimulator({
  connectionString: required("PROVIDER_DATABASE_URL"),
  secretKey: required("STRIPE_SECRET_KEY"),
  publishableKey: required("STRIPE_PUBLISHABLE_KEY"),
  webhookSecret: required("STRIPE_WEBHOOK_SECRET"),
  webhookUrl: () => required("WEBHOOK_URL"),
  publicAddress: () => required("PUBLIC_URL"),
  log: { info: write, warn: write, error: write },
  port: Number(required("PORT")),
});
console.log(`payment provider at ${simulator.address}`);
process.on("SIGTERM", () => void simulator.stop().then(() => process.exit(0)));
