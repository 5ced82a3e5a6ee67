import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { Monitor, OpenDatabase } from "#server/platform/database/database.ts";
import { neededSchema, readSchemaVersion } from "#server/platform/database/schema-version.ts";
import type { App } from "./app-instance.ts";
import { databaseUnavailable } from "./error-handler.ts";

/** Set once the process should get no more requests. */
export type Lifecycle = { isDraining: boolean };

type HealthDeps = {
  pool: OpenDatabase["pool"];
  /** A connection that does not compete with requests (`connectMonitor`). */
  monitor: Monitor;
  catalogue: { loaded: Promise<void> };
  lifecycle: Lifecycle;
};

/** The process runs and answers. `serve` passes it on even while the shop is starting. */
export const livePath = "/api/health/live";
const readyPath = "/api/health/ready";
const databasePath = "/api/health";

/** Every health check. None of them is refused in an overload. */
export const healthPaths: ReadonlySet<string> = new Set([livePath, readyPath, databasePath]);

const schemaOf = (summary: string) => ({
  summary,
  tags: ["health"],
  response: { 200: z.object({ status: z.literal("ok") }) },
});
const ok = { status: "ok" as const };

/**
 * Health of the process, for load balancers and service managers: `live` (restart it if this fails), `ready` (send it
 * requests), and the older call, which only asks the database. Before the catalog is read, `serve` answers 503.
 */
export function healthRoutes(app: App, deps: HealthDeps): void {
  let isLoaded = false;
  deps.catalogue.loaded.then(
    () => (isLoaded = true),
    () => undefined,
  );

  const askPool = shared(() => deps.pool.query("select 1"));
  const askMonitor = shared(() =>
    Promise.all([readSchemaVersion(deps.monitor.db), deps.monitor.reachPooler()]),
  );

  const database = schemaOf("Say whether the server and its database are up");
  app.get(databasePath, { schema: database }, async (request) => {
    try {
      await askPool();
    } catch (error) {
      request.log.warn({ err: error }, "the database does not respond");
      throw databaseUnavailable();
    }
    return ok;
  });

  app.get(livePath, { schema: schemaOf("Say whether the process runs") }, () => ok);

  const ready = schemaOf("Say whether the process can take requests");
  app.get(readyPath, { schema: ready }, async (request) => {
    if (deps.lifecycle.isDraining) throw notReady("The shop is stopping.");
    if (!isLoaded) throw notReady("The catalog is not loaded yet.");
    const [applied] = await askMonitor().catch((error: unknown) => {
      request.log.warn({ err: error }, "the database does not respond");
      throw notReady("The database does not respond.");
    });
    // A newer schema is fine: migrations expand first, so that the previous version keeps working.
    if (applied.newest < neededSchema().newest)
      throw notReady("The database lacks migrations of this version.");
    return ok;
  });
}

/**
 * Calls that come while one is in progress get its result. Health checks are not refused in an overload, so a flood of
 * them must not keep those of the load balancer waiting for the database.
 */
function shared<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => (running ??= ask().finally(() => (running = null)));
}

function notReady(message: string): AppError {
  return new AppError("unavailable", { message, retryAfter: 1 });
}
