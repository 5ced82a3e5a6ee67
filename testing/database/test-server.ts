import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { countUsers } from "#server/platform/embedded-postgres/server-users.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";

const PREFIX = "marque-test-server-";
const ABANDONED_MS = 10 * 60_000;

/** `npm test` gives a folder in memory if there is one. */
const folder = process.env.TEST_FOLDER ?? tmpdir();

export interface TestServer {
  /** A database of the server; a connection to it can create others. */
  url: string;
  stop(): Promise<void>;
}

/**
 * The PostgreSQL server of one test run: TEST_DATABASE_URL if set, otherwise a throwaway cluster that
 * runs the programs in TEST_POSTGRES_BIN or, by default, the embedded ones.
 */
export async function startTestServer(): Promise<TestServer> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { url: given, stop: () => Promise.resolve() };
  removeAbandoned();
  const dataDir = mkdtempSync(join(folder, PREFIX));
  const server = await startEmbeddedPostgres({
    dataDir,
    log: () => undefined,
    throwAway: true,
    binDirectory: process.env.TEST_POSTGRES_BIN || undefined,
  });
  return {
    url: server.connectionString,
    stop: async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Removes the folders of killed runs; their servers stop once the folder is gone. Skips new folders,
 * which may belong to a run that is starting, and other users' folders.
 */
function removeAbandoned(): void {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(PREFIX)) continue;
    const dataDir = join(folder, name);
    const { uid, mtimeMs } = statSync(dataDir);
    if (uid !== process.getuid?.() || Date.now() - mtimeMs < ABANDONED_MS) continue;
    if (countUsers(join(dataDir, "postgres")) === 0)
      rmSync(dataDir, { recursive: true, force: true });
  }
}
