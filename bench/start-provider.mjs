// The payment simulator as a process of its own, because the card provider of a real shop does not share its processor.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { databaseOf, root } from "./bench-shop.mjs";

const keys = {
  STRIPE_SECRET_KEY: "sk_test_bench",
  STRIPE_PUBLISHABLE_KEY: "pk_test_bench",
  STRIPE_WEBHOOK_SECRET: "whsec_bench",
};

/** The settings of a shop whose provider will be at this port. */
export const providerSettings = (port) => ({
  ...keys,
  STRIPE_API_URL: `http://127.0.0.1:${port}`,
});

/** Starts the provider of a running shop. It keeps its data in the shop's database server. @returns how to stop it */
export async function startProvider(shop, port) {
  const { user, password, host, port: databasePort, database } = databaseOf(shop);
  const env = {
    ...process.env,
    ...keys,
    PROVIDER_DATABASE_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${databasePort}/${database}`,
    PUBLIC_URL: shop.address,
    WEBHOOK_URL: `${shop.address}/api/payments/webhook`,
    PORT: String(port),
  };
  const program = join(root, "scripts", "cluster", "run-payment-provider.ts");
  const provider = spawn(process.execPath, ["--import", "tsx", program], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const died = once(provider, "exit").then(() => {
    throw new Error("The payment provider did not start.");
  });
  await Promise.race([once(provider.stdout, "data"), died]);
  died.catch(() => undefined);
  return async () => {
    provider.kill("SIGTERM");
    await once(provider, "exit");
  };
}
