// Runs the whole server on the embedded database of DATA_DIR. Tests run it as a separate process to kill it.
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buildApp } from "#server/app.ts";
import { createDeps } from "#server/create-deps.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { createLogger } from "#server/platform/logger.ts";
import { startJobs } from "#server/start/start-jobs.ts";

const config = loadConfig(process.env);
const database = await startEmbeddedPostgres({
  dataDir: path.resolve(config.DATA_DIR),
  log: (line) => console.error(line),
  binDirectory: process.env.TEST_POSTGRES_BIN || undefined,
});
let own: string | null = null;
const { deps, simulator } = await createDeps(
  config,
  createLogger(config),
  database.connectionString,
  {
    own: () => own,
    public: () => own ?? "",
  },
);
await deps.catalogue.loaded;
const app = await buildApp(deps);
await startJobs(deps);
await app.listen({ port: 0, host: "127.0.0.1" });
const { port } = app.server.address() as AddressInfo;
own = `http://127.0.0.1:${port}`;
console.log(
  JSON.stringify({
    address: `http://127.0.0.1:${port}`,
    connectionString: database.connectionString,
    postgresPid: database.pid,
    providerUrl: simulator?.address,
  }),
);
