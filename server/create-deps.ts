import PgBoss from "pg-boss";
import type { FastifyBaseLogger } from "fastify";
import { createCatalogue } from "#server/catalogue/public.ts";
import { createIdentity, readAuthSecret } from "#server/identity/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import type { Deps } from "./deps.ts";

/** Connects, migrates and assembles what use cases need. `close` undoes it, in the opposite order. */
export async function createDeps(
  config: Config,
  log: FastifyBaseLogger,
  connectionString: string,
): Promise<{ deps: Deps; close: () => Promise<void> }> {
  await migrate(connectionString);
  const database = connectDatabase(connectionString, config.DATABASE_POOL);
  const jobs = new PgBoss({ connectionString, max: 4 });
  let closing = false;
  // The connections of a pool that has ended may still hear that the database ends too.
  jobs.on("error", (error) => closing || log.error({ err: error }, "background jobs"));
  await jobs.start();
  const identity = createIdentity({
    ...database,
    config,
    log,
    secret: await readAuthSecret(config),
  });
  const catalogue = await createCatalogue({ ...database, config, log });
  const close = async () => {
    closing = true;
    await catalogue.stop();
    await jobs.stop({ graceful: true, timeout: 2_000 });
    await database.pool.end();
  };
  return { deps: { ...database, config, log, jobs, identity, catalogue }, close };
}
