import { ConfigError } from "#server/platform/config/config.ts";
import { readEnvFile } from "#server/platform/config/read-env-file.ts";
import { EmbeddedPostgresError } from "#server/platform/embedded-postgres/embedded-postgres-error.ts";

const commands: Record<string, () => Promise<(argv: string[]) => Promise<number>>> = {
  serve: async () => (await import("./serve.ts")).serve,
  import: async () => (await import("#server/imports/import-command.ts")).runImport,
  admin: async () => (await import("#server/admin-command.ts")).runAdmin,
};

const [name = "serve", ...argv] = process.argv.slice(2);
const load = commands[name];
if (!load) {
  console.error(`Unknown command ${name}. Known: ${Object.keys(commands).join(", ")}.`);
  process.exit(1);
}

try {
  // Before any command is loaded: all of them see the same settings.
  readEnvFile();
  const run = await load();
  // Not exitCode: a library's timer would keep a shop that is closed waiting for seconds.
  process.exit(await run(argv));
} catch (error) {
  // What an operator can mend comes with a sentence of its own; only our own faults show a stack.
  const mendable = error instanceof ConfigError || error instanceof EmbeddedPostgresError;
  if (mendable) console.error(error.message);
  else console.error(error);
  process.exit(1);
}
