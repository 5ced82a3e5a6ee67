import { spawn, type ChildProcess } from "node:child_process";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { serverEnvironment } from "#server/platform/embedded-postgres/server-environment.ts";
import { BackupError } from "../backup-error.ts";
import { findProgram } from "./find-programs.ts";

/**
 * Reads a dump of the database in pg_dump's custom format. The stream fails if pg_dump does.
 * @throws BackupError if pg_dump of a fitting version is not installed
 */
export function readDump(connectionString: string, major: number): Readable {
  const program = findProgram("pg_dump", major);
  // Compressed afterwards, together with everything else.
  const child = spawn(program, ["--format=custom", "--compress=0", "--no-password"], {
    env: connectionEnvironment(connectionString),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const end = endOf(child, "pg_dump");
  end.catch(() => undefined);
  return Readable.from(
    (async function* () {
      try {
        yield* child.stdout as AsyncIterable<Buffer>;
        await end;
      } finally {
        child.kill();
      }
    })(),
    { objectMode: false },
  );
}

/** Restores a dump into an empty database, all of it or nothing. */
export async function restoreDump(
  connectionString: string,
  { dump, major }: { dump: Readable; major: number },
): Promise<void> {
  const program = findProgram("pg_restore", major);
  const env = connectionEnvironment(connectionString);
  const options = ["--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges"];
  const child = spawn(program, [...options, "--no-password", `--dbname=${env.PGDATABASE}`], {
    env,
    stdio: ["pipe", "ignore", "pipe"],
  });
  const end = endOf(child, "pg_restore");
  end.catch(() => undefined);
  // If pg_restore ends early, its own message says more than the broken pipe.
  const sent = await pipeline(dump, child.stdin).catch((error: unknown) => error as Error);
  if (sent instanceof BackupError) {
    child.kill();
    throw sent;
  }
  await end;
  if (sent instanceof Error) throw sent;
}

async function endOf(child: ChildProcess, name: string): Promise<void> {
  let errors = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (code !== 0)
    throw new BackupError(`${name} failed: ${firstLines(errors) || `exit code ${code}`}`);
}

/** Its context lines can have values of rows. */
function firstLines(text: string): string {
  return text.trim().split("\n").slice(0, 2).join(" ");
}

/** In the environment, because other users can see a program's arguments. */
function connectionEnvironment(connectionString: string): Record<string, string | undefined> {
  const url = new URL(connectionString);
  const given: Record<string, string> = {
    PGHOST: decodeURIComponent(url.hostname),
    PGPORT: url.port,
    PGUSER: decodeURIComponent(url.username),
    PGPASSWORD: decodeURIComponent(url.password),
    PGDATABASE: decodeURIComponent(url.pathname.slice(1)),
    PGSSLMODE: url.searchParams.get("sslmode") ?? "",
    PGSSLROOTCERT: url.searchParams.get("sslrootcert") ?? "",
  };
  const set = Object.entries(given).filter(([, value]) => value !== "");
  return { ...serverEnvironment(), ...Object.fromEntries(set) };
}
