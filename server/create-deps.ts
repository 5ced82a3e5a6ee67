import PgBoss from "pg-boss";
import type { FastifyBaseLogger } from "fastify";
import { createCatalogue } from "#server/catalogue/public.ts";
import { createViewCounter } from "#server/seller-stats/public.ts";
import { createIdentity, readAuthSecret } from "#server/identity/public.ts";
import type { PaymentSimulator } from "#simulators/payment-provider/start-payment-simulator.ts";
import { erasePayer } from "#simulators/payment-provider/state/erase-payer-store.ts";
import type { Config } from "#server/platform/config/config.ts";
import { createTotals } from "#server/platform/database/create-totals.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import type { Deps } from "./deps.ts";
import { startPaymentProvider, type ShopAddress } from "./start-payment-provider.ts";
import { startSignInProvider, type OpenidHandler } from "./start-sign-in-provider.ts";

/**
 * Connects to the database, migrates it and creates what use cases need, with the payment simulator and the demo's
 * OpenID provider if the shop uses them. `close` stops everything in the reverse order.
 */
export async function createDeps(
  config: Config,
  log: FastifyBaseLogger,
  connectionString: string,
  address: ShopAddress,
  { providerTimeout }: { providerTimeout?: number | undefined } = {},
): Promise<{
  deps: Deps;
  simulator: PaymentSimulator | null;
  openid: OpenidHandler | null;
  close: () => Promise<void>;
}> {
  await migrate(connectionString);
  const database = connectDatabase(connectionString, config.DATABASE_POOL);
  const jobs = new PgBoss({ connectionString, max: 4 });
  let closing = false;
  // While stopping, pg-boss may still report that the database has ended.
  jobs.on("error", (error) => closing || log.error({ err: error }, "background jobs"));
  await jobs.start();
  const secret = await readAuthSecret(config);
  const identity = createIdentity({ ...database, config, log, secret });
  const catalogue = createCatalogue({ ...database, config, log });
  const views = createViewCounter({ ...database, log });
  const { provider, simulator } = await startPaymentProvider(config, {
    secret,
    connectionString,
    address,
    log,
    timeout: providerTimeout,
  });
  const { google, openid } = startSignInProvider(config, { secret, address, log });
  const close = async () => {
    closing = true;
    await catalogue.stop();
    await views.stop();
    await simulator?.stop();
    await jobs.stop({ graceful: true, timeout: 2_000 });
    await database.pool.end();
  };
  const totals = createTotals();
  const deps = {
    ...database,
    totals,
    config,
    log,
    jobs,
    identity,
    catalogue,
    views,
    provider,
    erasePayer,
    google,
  };
  return { deps, simulator, openid, close };
}
