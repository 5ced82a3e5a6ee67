import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync, chownSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { chooseDatabaseUser } from "#server/platform/embedded-postgres/database-user.ts";
import { serverEnvironment } from "#server/platform/embedded-postgres/server-environment.ts";

const run = promisify(execFile);

/** An operator's own PostgreSQL in a folder, run by the user that may run it. */
export type ExternalServer = {
  dataDir: string;
  /** Runs a program as the server's user. @returns what it printed */
  asServer(program: string, args: string[]): Promise<string>;
  start(): Promise<void>;
  /** Kills it as a power failure would, and removes its files. */
  destroy(): void;
};

/**
 * Creates a cluster.
 * @param folder exists; others may pass through it
 * @param options.bin the programs of PostgreSQL
 * @param options.configuration lines of postgresql.conf
 */
export async function createServer(
  folder: string,
  { bin, port, configuration }: { bin: string; port: number; configuration: string },
): Promise<ExternalServer> {
  const dataDir = join(folder, "main");
  const { identity } = chooseDatabaseUser(dataDir, folder);
  const log = join(folder, "server.log");
  const makeEmpty = () => {
    mkdirSync(dataDir, { mode: 0o700 });
    if (identity) chownSync(dataDir, identity.uid, identity.gid);
  };
  const asServer = async (program: string, args: string[]) => {
    const env = serverEnvironment();
    const { stdout, stderr } = await run(program, args, { cwd: "/", env, ...identity });
    return stdout + stderr;
  };
  makeEmpty();
  writeFileSync(log, "");
  if (identity) chownSync(log, identity.uid, identity.gid);
  await asServer(join(bin, "initdb"), ["-D", dataDir, "-A", "trust", "-U", "postgres"]);
  const file = join(dataDir, "postgresql.auto.conf");
  writeFileSync(
    file,
    `listen_addresses = '127.0.0.1'\nport = ${port}\nunix_socket_directories = '${folder}'\n${configuration}\n`,
    { flag: "a" },
  );
  const control = (...args: string[]) =>
    asServer(join(bin, "pg_ctl"), ["-D", dataDir, "-l", log, "-w", "-t", "60", ...args]);
  const destroy = () => {
    if (!existsSync(dataDir)) return;
    try {
      const options = { ...identity, cwd: "/", stdio: "ignore" as const };
      execFileSync(join(bin, "pg_ctl"), ["-D", dataDir, "-m", "immediate", "stop"], options);
    } catch {
      // It is not running.
    }
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    makeEmpty();
  };
  return { dataDir, asServer, start: async () => void (await control("start")), destroy };
}
