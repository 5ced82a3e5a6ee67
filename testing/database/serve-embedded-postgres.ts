// Runs the embedded PostgreSQL of each directory until stdin closes. Tests run it as a separate process to kill it.
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from "#server/platform/embedded-postgres/start-embedded-postgres.ts";

const servers: EmbeddedPostgres[] = [];
for (const dataDir of process.argv.slice(2))
  servers.push(await startEmbeddedPostgres({ dataDir, log: (line) => console.error(line) }));
console.log(
  JSON.stringify(
    servers.map(({ connectionString, pid, adopted }) => ({ connectionString, pid, adopted })),
  ),
);
process.stdin.on("end", () => void Promise.all(servers.map((server) => server.stop()))).resume();
