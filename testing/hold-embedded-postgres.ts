// A process of its own for tests that kill it: runs the embedded server of a directory until told to stop.
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";

const server = await startEmbeddedPostgres({
  dataDir: process.argv[2] ?? "",
  log: (line) => console.error(line),
});
const { connectionString, pid, adopted } = server;
console.log(JSON.stringify({ connectionString, pid, adopted }));
process.stdin.on("end", () => void server.stop()).resume();
