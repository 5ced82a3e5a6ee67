// Runs the shop, or a command about its backups, with the settings of the environment. Tests run it as a separate
// process to kill it.
import type { AddressInfo } from "node:net";
import path from "node:path";
import { buildApp } from "#server/app.ts";
import { runBackup } from "#server/backup/command/backup-command.ts";
import { createBackups } from "#server/backup/create-backups.ts";
import { runTryBackup } from "#server/backup/trial/try-backup-command.ts";
import { runRestore } from "#server/backup/restore/restore-command.ts";
import { createDeps } from "#server/create-deps.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { createLogger } from "#server/platform/logger.ts";
import { startJobs } from "#server/start/start-jobs.ts";
import { runUpgradeDatabase } from "#server/start/upgrade-database-command.ts";
import { surviveLostConnections } from "#server/start/survive-lost-connections.ts";
import { isSimulatorPath } from "#simulators/payment-provider/start-payment-simulator.ts";

const [command, ...argv] = process.argv.slice(2);
if (command === "backup") process.exit(await runBackup(argv));
if (command === "restore") process.exit(await runRestore(argv));
if (command === "try-backup") process.exit(await runTryBackup(argv));
if (command === "upgrade-database") process.exit(await runUpgradeDatabase(argv));
await serve();

/** The shop without its pages. */
async function serve(): Promise<void> {
  const config = loadConfig(process.env);
  const log = createLogger(config);
  surviveLostConnections(process, log);
  const { DATABASE_URL } = config;
  const database = DATABASE_URL
    ? { connectionString: DATABASE_URL, pid: null, stop: async () => undefined }
    : await startEmbeddedPostgres({
        dataDir: path.resolve(config.DATA_DIR),
        log: (line) => console.error(line),
        binDirectory: process.env.TEST_POSTGRES_BIN || undefined,
      });
  let own: string | null = null;
  const { deps, simulator, close } = await createDeps(config, log, database.connectionString, {
    own: () => own,
    public: () => own ?? "",
  });
  await deps.catalogue.loaded;
  const app = await buildApp(deps, ({ url }) =>
    isSimulatorPath(url) && simulator ? simulator : null,
  );
  const backups = createBackups(deps, {
    program: process.argv[1]!,
    archiveIntervalMs: 1_000,
  });
  app.addHook("onClose", async () => {
    await backups.stop();
    await close();
  });
  await app.listen({ port: config.PORT, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo;
  own = `http://127.0.0.1:${port}`;
  await startJobs(deps);
  await backups.start();
  process.once("SIGTERM", () => {
    // A connection whose answer ends after this would be kept for its next request (the shop: stop-on-signal.ts).
    setInterval(() => app.server.closeIdleConnections(), 50);
    void app
      .close()
      .then(() => database.stop())
      .then(() => process.exit(0));
  });
  const { connectionString, pid } = database;
  console.log(JSON.stringify({ address: own, connectionString, postgresPid: pid }));
}
