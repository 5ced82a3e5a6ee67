// Runs the embedded PostgreSQL of a directory until stdin closes. Tests run it as a separate process to kill it.
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";

const server = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? "",
  log: (line) => console.error(line),
});
const { connectionString, pid, adopted } = server;
console.log(JSON.stringify({ connectionString, pid, adopted }));
process.stdin.on("end", () => void server.stop()).resume();
