import { ConfigError } from "#server/platform/config/config.ts";
import { explainFullDisk } from "#server/platform/explain-full-disk.ts";
import { readerCommand } from "#server/imports/reader-process/reader-command.ts";
import { setProgramUrl } from "#server/platform/program.ts";
import { readEnvFile } from "#server/platform/config/read-env-file.ts";
import { EmbeddedPostgresError } from "#server/platform/embedded-postgres/embedded-postgres-error.ts";

const commands: Record<string, () => Promise<(argv: string[]) => Promise<number>>> = {
  serve: async () => (await import("./serve.ts")).serve,
  import: async () => (await import("#server/feeds/feed-command.ts")).runImportOrSync,
  images: async () => (await import("#server/images/images-command.ts")).runImages,
  admin: async () => (await import("#server/start/admin-command.ts")).runAdmin,
  backup: async () => (await import("#server/backup/command/backup-command.ts")).runBackup,
  "verify-history": async () =>
    (await import("#server/car-history/verify-history-command.ts")).runVerifyHistory,
  "upgrade-database": async () =>
    (await import("#server/start/upgrade-database-command.ts")).runUpgradeDatabase,
  "try-backup": async () =>
    (await import("#server/backup/trial/try-backup-command.ts")).runTryBackup,
  // Runs in a thread of the shop (server/valuation/train-in-thread.ts).
  "train-valuation": async () => (await import("#server/valuation/train-in-thread.ts")).runTraining,
  // Runs in a process of its own (server/imports/reader-process/start-reader.ts).
  [readerCommand]: async () =>
    (await import("#server/feeds/read/read-files-command.ts")).runReadFiles,
  restore: async () => (await import("#server/backup/restore/restore-command.ts")).runRestore,
};

setProgramUrl(import.meta.url);
const [name = "serve", ...argv] = process.argv.slice(2);
const load = commands[name];
if (!load) {
  console.error(`Unknown command ${name}. Known: ${Object.keys(commands).join(", ")}.`);
  process.exit(1);
}

try {
  // Before a command is loaded, so that all of them see the same settings. The process that reads users' files has none.
  if (name !== readerCommand) readEnvFile();
  const run = await load();
  // Not exitCode: a library's timer would delay the exit by seconds.
  process.exit(await run(argv));
} catch (error) {
  // An error that the operator can fix needs only its message; others are printed with their stack.
  const isOperatorError = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  const fullDisk = explainFullDisk(error, process.env);
  if (fullDisk) console.error(fullDisk);
  else if (isOperatorError) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
