import type { AddressInfo } from "node:net";
import path from "node:path";
import { buildApp } from "#server/app.ts";
import { createBackups } from "#server/backup/create-backups.ts";
import { refuseLeftOutMakes } from "#server/catalogue/public.ts";
import { createDeps } from "#server/create-deps.ts";
import { createGate } from "#server/start/create-gate.ts";
import type { Deps } from "#server/deps.ts";
import { demoPassword } from "#server/demo/demo-accounts.ts";
import { listDemoAccounts } from "#server/demo/demo-store.ts";
import { loadDemo } from "#server/demo/load-demo.ts";
import { refuseDemoPassword } from "#server/demo/refuse-demo-password.ts";
import { openImageStore, type ImageStore } from "#server/images/public.ts";
import { removeLeftFolders } from "#server/imports/public.ts";
import { pages, type DevMiddleware } from "#server/pages/pages.ts";
import { ConfigError, loadConfig, type Config } from "#server/platform/config/config.ts";
import { inUrl, openedAddress } from "#server/platform/config/opened-address.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";
import { asConfigError, refuseBusyPorts } from "#server/platform/http/refuse-busy-ports.ts";
import { createOverload, measureTurns } from "#server/platform/http/create-overload.ts";
import { createTraffic } from "#server/platform/http/create-traffic.ts";
import { logConsole } from "#server/platform/log-console.ts";
import { createLogger } from "#server/platform/logger.ts";
import { startJobs } from "#server/start/start-jobs.ts";
import { startMetricsServer } from "#server/system/metrics-endpoints.ts";
import { stopOnSignal } from "#server/start/stop-on-signal.ts";
import { surviveLostConnections } from "#server/start/survive-lost-connections.ts";
import { warnOfSettings } from "#server/start/warn-of-settings.ts";

/** `serve`: runs the whole shop at one address until a signal stops it. Returns the exit code. */
export async function serve(argv: string[], dev?: DevMiddleware): Promise<number> {
  if (argv.length > 0)
    throw new ConfigError(
      `npm start takes no words or options, and got ${argv.join(" ")}. Settings are in .env or the environment: docs/configuration.md.`,
    );
  const config = loadConfig(process.env);
  const log = createLogger(config);
  surviveLostConnections(process, log);
  warnOfSettings(config, log);
  // Before the database is started, so that a wrong setting leaves nothing running.
  await refuseBusyPorts(config);
  const images = await openImageStore(config);
  await images.check();
  await removeLeftFolders(config.DATA_DIR);
  const database = await openDatabase(config, (line) => console.log(line));
  try {
    return await serveWith(database, { config, log, images, dev });
  } catch (error) {
    // A refused start leaves no server of the embedded database running.
    await database.close();
    throw error;
  }
}

/** Runs the shop on an open database, and closes it after a signal. */
async function serveWith(
  database: Awaited<ReturnType<typeof openDatabase>>,
  {
    config,
    log,
    images,
    dev,
  }: {
    config: Config;
    log: ReturnType<typeof createLogger>;
    images: ImageStore;
    dev: DevMiddleware | undefined;
  },
): Promise<number> {
  let own: string | null = null;
  let isReady = false;
  const { deps, simulator, openid, close } = await createDeps(
    config,
    log,
    database.connectionString,
    {
      own: () => own,
      public: () => config.PUBLIC_URL ?? own ?? "",
    },
    { images },
  );
  const traffic = createTraffic();
  const overload = createOverload({
    pools: { requests: deps.pool, visitors: deps.visitors.pool },
    log,
    unfinished: traffic.unfinished,
  });
  const isOpen = () => isReady;
  const gate = createGate(config, { simulator, openid, overload, isOpen });
  const app = await buildApp(deps, gate, traffic);
  await pages(app, deps, { build: () => import("virtual:react-router/server-build"), dev });
  // launch.mjs loads the built program into its own process.
  const backups = createBackups(deps, { program: path.resolve("build", "server", "index.js") });
  app.addHook("onClose", async () => {
    await backups.stop();
    await close();
  });

  const { lifecycle } = deps;
  const closeDatabase = database.close;
  const stop = stopOnSignal({ app, traffic, lifecycle, config, log, isOpen, closeDatabase });
  try {
    const metrics = await startMetricsServer(deps);
    app.addHook("onClose", metrics.close);
    // Requests are accepted at once, so that clients get a 503 rather than a refused connection until all is read.
    // A connection that finds the queue full is tried again by its client only after seconds.
    const backlog = 4_096;
    await app.listen({ port: config.PORT, host: config.host, backlog });
    own = ownAddress(config, portOf(app.server.address()) ?? config.PORT);
    await deps.catalogue.loaded;
    await refuseLeftOutMakes(deps.db);
    if (config.demo) await loadDemo(deps, (line) => console.log(line), simulator?.address ?? null);
    else await refuseDemoPassword(deps);
    if (simulator && !config.demo)
      log.warn(
        "payments are simulated: set the STRIPE_ keys to take money (docs/configuration.md)",
      );
    await startJobs(deps);
    await backups.start();
    isReady = true;
    measureTurns(overload);
  } catch (error) {
    // A signal during the start makes the start fail.
    if (stop.isUnderWay()) return stop.done;
    await app.close();
    throw asConfigError(error, config);
  }
  await greet(deps, portOf(app.server.address()) ?? config.PORT);
  if (!dev) logConsole(console, log);
  return stop.done;
}

async function greet({ config, db }: Pick<Deps, "config" | "db">, port: number) {
  console.log(`\n${config.BRAND_NAME} is open at ${openedAddress(config, port)}\n`);
  const accounts = config.demo ? await listDemoAccounts(db) : [];
  if (accounts.length === 0) return;
  console.log(`Demo accounts (password ${demoPassword}):`);
  console.log(`  ${accounts.join("   ")}\n`);
}

// A process that listens on all interfaces can reach itself on loopback.
function ownAddress({ host }: Config, port: number): string {
  const everywhere = host === "0.0.0.0" || host === "::";
  return `http://${inUrl(everywhere ? "127.0.0.1" : host)}:${port}`;
}

// With PORT=0 the system chooses a free port.
function portOf(address: AddressInfo | string | null): number | null {
  return address && typeof address === "object" ? address.port : null;
}
