import type { IncomingMessage, ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { answerWhileStarting } from "#server/answer-while-starting.ts";
import { buildApp } from "#server/app.ts";
import { createDeps } from "#server/create-deps.ts";
import { demoPassword } from "#server/demo/demo-accounts.ts";
import { loadDemo } from "#server/demo/load-demo.ts";
import { refuseDemoPassword } from "#server/demo/refuse-demo-password.ts";
import { pages, type DevMiddleware } from "#server/pages/pages.ts";
import { ConfigError, loadConfig, type Config } from "#server/platform/config/config.ts";
import { openDatabase } from "#server/platform/database/open-database.ts";
import { isOpenidPath } from "#simulators/openid-provider/openid-path.ts";
import { isSimulatorPath } from "#simulators/payment-provider/start-payment-simulator.ts";
import { createLogger } from "#server/platform/logger.ts";
import { startJobs } from "#server/start-jobs.ts";
import { stopOnSignal } from "#server/stop-on-signal.ts";

/** `serve`: runs the whole shop at one address until a signal stops it. Returns the exit code. */
export async function serve(_argv: string[], dev?: DevMiddleware): Promise<number> {
  const config = loadConfig(process.env);
  const log = createLogger(config);
  if (config.RATE_LIMITS === "off")
    log.warn("rate limits are off (RATE_LIMITS=off): for load tests only");

  const database = await openDatabase(config, (line) => console.log(line));
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
  );
  // Card data bypasses the product server, as with the provider's own form. The OpenID provider is separate, too.
  const starting = {
    handle: (request: IncomingMessage, response: ServerResponse) =>
      answerWhileStarting(request, response, config),
  };
  const app = await buildApp(deps, ({ url }) => {
    if (isSimulatorPath(url) && simulator) return simulator;
    if (isOpenidPath(url) && openid) return openid;
    return isReady ? null : starting;
  });
  await pages(app, deps, { build: () => import("virtual:react-router/server-build"), dev });
  app.addHook("onClose", close);

  const stop = stopOnSignal(app, database.close);
  try {
    // Requests are accepted at once, so that clients get a 503 rather than a refused connection until all is read.
    await app.listen({ port: config.PORT, host: config.host });
    own = ownAddress(config, portOf(app.server.address()) ?? config.PORT);
    await deps.catalogue.loaded;
    if (config.demo) await loadDemo(deps, (line) => console.log(line), simulator?.address ?? null);
    else await refuseDemoPassword(deps);
    if (simulator && !config.demo)
      log.warn(
        "payments are simulated: set the STRIPE_ keys to take money (docs/configuration.md)",
      );
    await startJobs(deps);
    isReady = true;
  } catch (error) {
    // A signal during the start makes the start fail.
    if (stop.isUnderWay()) return stop.done;
    await app.close();
    await database.close();
    throw asConfigError(error, config);
  }
  greet(config, portOf(app.server.address()) ?? config.PORT);
  return stop.done;
}

function greet(config: Config, port: number) {
  const address =
    config.PUBLIC_URL ?? `http://${config.host === "0.0.0.0" ? "localhost" : config.host}:${port}`;
  console.log(`\n${config.BRAND_NAME} is open at ${address}\n`);
  if (!config.demo) return;
  console.log(`Demo accounts (password ${demoPassword}):`);
  console.log("  admin@marque.example   seller@marque.example   buyer@marque.example\n");
}

// A process that listens on all interfaces can reach itself on loopback.
function ownAddress({ host }: Config, port: number): string {
  const everywhere = host === "0.0.0.0" || host === "::";
  const name = everywhere ? "127.0.0.1" : host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}

// With PORT=0 the system chooses a free port.
function portOf(address: AddressInfo | string | null): number | null {
  return address && typeof address === "object" ? address.port : null;
}

function asConfigError(error: unknown, config: Config): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new ConfigError(
      `Port ${config.PORT} is in use. Stop the program that uses it, or set PORT to another port.`,
    );
  if (code === "EACCES")
    return new ConfigError(
      `Port ${config.PORT} needs more permissions. Set PORT to a port above 1023.`,
    );
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new ConfigError(`HOST ${config.host} is not an address of this machine.`);
  return error;
}
