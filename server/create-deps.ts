import PgBoss from "pg-boss";
import type { FastifyBaseLogger } from "fastify";
import { createCatalogue } from "#server/catalogue/public.ts";
import { createValuation } from "#server/valuation/public.ts";
import { createViewCounter } from "#server/seller-stats/public.ts";
import { readAuthSecret, startIdentity } from "#server/identity/public.ts";
import { openImageStore, type ImageStore } from "#server/images/public.ts";
import type { PaymentSimulator } from "#simulators/payment-provider/start-payment-simulator.ts";
import { erasePayer } from "#simulators/payment-provider/state/erase-payer-store.ts";
import type { Config } from "#server/platform/config/config.ts";
import { createTotals } from "#server/platform/database/create-totals.ts";
import { connectDatabase, connectMonitor } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { connectVisitorReads } from "#server/platform/database/visitor-reads.ts";
import { connectReplicas } from "#server/platform/database/replicas.ts";
import { readBuildInfo } from "#server/platform/build-info.ts";
import { startMetrics } from "#server/platform/metrics/metrics.ts";
import { observeJobs } from "#server/platform/observe-jobs.ts";
import { wakeAfterClockSteps } from "#server/platform/wake-after-clock-steps.ts";
import { traceQueries } from "#server/platform/tracing/trace-queries.ts";
import { createSecrets } from "#server/platform/secrets.ts";
import { startTracing } from "#server/platform/tracing/tracing.ts";
import type { Deps } from "./deps.ts";
import { startPaymentProvider, type ShopAddress } from "#server/start/start-payment-provider.ts";
import { startSignInProvider, type OpenidHandler } from "#server/start/start-sign-in-provider.ts";

/** For jobs, the catalog and view counts, which requests must not keep waiting. */
const backgroundConnections = 4;
/** Milliseconds that a job waits for a lock. A plan of a large file keeps its seller's for tens of seconds. */
const longestWaitOfJobs = 60_000;

/**
 * Connects to the database, migrates it and creates what use cases need, with the payment simulator and the demo's
 * OpenID provider if the shop uses them. `close` stops everything in the reverse order.
 */
export async function createDeps(
  config: Config,
  log: FastifyBaseLogger,
  connectionString: string,
  address: ShopAddress,
  {
    providerTimeout,
    images: given,
  }: { providerTimeout?: number | undefined; images?: ImageStore | undefined } = {},
): Promise<{
  deps: Deps;
  simulator: PaymentSimulator | null;
  openid: OpenidHandler | null;
  close: () => Promise<void>;
}> {
  const { build, stopTracing } = await startObserving(config);
  const images = given ?? (await openImageStore(config));
  const directUrl = config.DATABASE_DIRECT_URL ?? connectionString;
  await migrate(directUrl, { log });
  const databases = connectAll(config, { connectionString, directUrl, log });
  const { background } = databases;
  let closing = false;
  // While stopping, pg-boss may still report that the database has ended.
  const logError = (error: unknown, what: string) => closing || log.error({ err: error }, what);
  const jobs = await startQueue(directUrl, logError);
  const secret = await readAuthSecret(config);
  const identity = await startIdentity({ ...databases, config, log, secret });
  const valuation = createValuation({ ...background, log });
  const catalogue = createCatalogue({ ...background, config, log, ratings: valuation });
  const views = createViewCounter({ ...background, log });
  const shop = { secret, address, log };
  const { provider, simulator } = await startPaymentProvider(config, {
    ...shop,
    connectionString: directUrl,
    timeout: providerTimeout,
  });
  const { google, openid } = startSignInProvider(config, { ...shop, pool: databases.pool });
  const close = async () => {
    closing = true;
    await catalogue.stop();
    await views.stop();
    await simulator?.stop();
    await jobs.stop({ graceful: true, timeout: 2_000 });
    images.close();
    await databases.replicas.stop();
    const { visitors, monitor } = databases;
    await Promise.all([databases, background, visitors, monitor].map(({ pool }) => pool.end()));
    await stopTracing();
  };
  const totals = createTotals();
  const deps = {
    ...databases,
    build,
    lifecycle: { isDraining: false },
    totals,
    config,
    images,
    log,
    jobs,
    identity,
    secrets: createSecrets(secret),
    catalogue,
    valuation,
    views,
    provider,
    erasePayer,
    google,
  };
  return { deps, simulator, openid, close };
}

/** Turns on what the settings ask for: metrics and traces. */
async function startObserving(config: Config) {
  if (config.METRICS_PORT !== undefined || config.METRICS_TOKEN) await startMetrics();
  const build = readBuildInfo(process.env);
  return { build, stopTracing: await startTracing(config, build.version) };
}

async function startQueue(
  connectionString: string,
  onError: (error: unknown, what: string) => void,
): Promise<PgBoss> {
  const jobs = new PgBoss({ connectionString, max: 4 });
  jobs.on("error", (error) => onError(error, "background jobs"));
  observeJobs(jobs, (error) => onError(error, "job failed"));
  wakeAfterClockSteps(jobs, (error) => onError(error, "background jobs"));
  await jobs.start();
  return jobs;
}

function connectAll(
  config: Config,
  given: { connectionString: string; directUrl: string; log: FastifyBaseLogger },
) {
  const { connectionString, directUrl, log } = given;
  const connections = config.DATABASE_POOL;
  const limits = {
    connection: config.DATABASE_WAIT * 1_000,
    statement: config.DATABASE_STATEMENT_TIMEOUT * 1_000,
  };
  const database = connectDatabase(connectionString, connections, { directUrl, limits });
  const replicas = connectReplicas(config.DATABASE_REPLICA_URL ?? [], {
    primary: database,
    connections,
    limits,
    log,
  });
  const background = connectDatabase(directUrl, backgroundConnections, {
    lockTimeout: longestWaitOfJobs,
  });
  const visitors = connectVisitorReads(connectionString, { directUrl, limits });
  for (const { pool } of [database, visitors, background]) traceQueries(pool);
  return {
    ...database,
    visitors,
    replicas,
    background,
    monitor: connectMonitor(directUrl, connectionString),
  };
}
