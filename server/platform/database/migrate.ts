import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate as applyMigrations } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { applyOnlineMigrations } from "./apply-online-migrations.ts";
import { isLockTimeout } from "./database.ts";
import { noteOldestProgram, refuseOlderProgram, type Migration } from "./refuse-older-program.ts";
import { refuseUnfit } from "./refuse-unfit.ts";

// Any unused number. It makes processes that start together migrate one after the other.
const migrationLock = 7_201_337;
/** While a statement waits for a lock on a table, everyone who comes later waits behind it. */
const longestLockWait = 1_000;

type Options = {
  /** The folder of the migrations. */
  folder?: string;
  log?: { warn: (text: string) => void };
  /** Attempts to get the locks, and the milliseconds between two. */
  attempts?: number;
  pause?: number;
};

/**
 * Applies all pending migrations: first those in one transaction, then the ones in `online/`. Several processes can run
 * it at once. A migration that does not get its locks within a second is rolled back and tried again for a few
 * minutes, so that the shop's statements are not kept waiting.
 * @param connectionString without a pooler
 * @throws ConfigError if the database is not one that the shop can use, before anything is changed
 */
export async function migrate(
  connectionString: string,
  { folder = migrationsFolder(), log, attempts = 60, pause = 3_000 }: Options = {},
): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await refuseUnfit(client);
    const own = readJournal(folder);
    await refuseOlderProgram(client, own, log);
    await takeMigrationLock(client, log);
    await client.query(`set lock_timeout to ${longestLockWait}`);
    for (let attempt = 1; ; attempt += 1) {
      try {
        await applyMigrations(drizzle({ client }), { migrationsFolder: folder });
        break;
      } catch (error) {
        if (!isLockTimeout(error) || attempt === attempts) throw error;
        log?.warn("a migration waits for a lock, and is tried again");
        await sleep(pause);
      }
    }
    await client.query("set lock_timeout to 0");
    await applyOnlineMigrations(client, path.join(folder, "online"));
    await noteOldestProgram(client, own);
  } finally {
    await client.end();
  }
}

/** Asks again and again, because a waiting statement would be an old transaction to `create index concurrently`. */
async function takeMigrationLock(client: pg.Client, log: Options["log"]): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { rows } = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock($1) as taken",
      [migrationLock],
    );
    if (rows[0]?.taken) return;
    if (attempt === 25) log?.warn("another process applies migrations; waiting for it");
    await sleep(200);
  }
}

// Migrations are not bundled. The program runs in the repository's root.
function migrationsFolder(): string {
  const folder = path.resolve("db/migrations");
  if (!existsSync(folder))
    throw new Error("db/migrations is missing. Start the program in the repository's root.");
  return folder;
}

/** Applies this program's migrations up to the one that was written at `last`. */
export async function migrateUpTo(connectionString: string, last: number): Promise<void> {
  const draft = mkdtempSync(path.join(tmpdir(), "marque-migrations-"));
  try {
    cpSync(migrationsFolder(), draft, { recursive: true });
    // They may need later migrations. The next start applies them.
    rmSync(path.join(draft, "online"), { recursive: true, force: true });
    const file = path.join(draft, "meta", "_journal.json");
    const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { when: number }[] };
    const entries = journal.entries.filter(({ when }) => when <= last);
    writeFileSync(file, JSON.stringify({ ...journal, entries }));
    await migrate(connectionString, { folder: draft });
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** When the newest migration of this program was written, which is how the migrator knows which ones have run. */
export function readNewestMigration(): number {
  return Math.max(...readJournal(migrationsFolder()).map(({ when }) => when));
}

function readJournal(folder: string): Migration[] {
  const journal = path.join(folder, "meta", "_journal.json");
  return (JSON.parse(readFileSync(journal, "utf8")) as { entries: Migration[] }).entries;
}
