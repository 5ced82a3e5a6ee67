import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { freePort } from "#testing/free-port.ts";
import { untilAnswers } from "./until-answers.ts";

/** A primary and a streaming replica of the PostgreSQL in `programs`, in a temporary folder. */
export async function startWithReplica(programs: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "marque-replica-"));
  const user = systemUser();
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid!);
  const ports = {
    primary: await freePort(),
    replica: await freePort(),
    abandoned: await freePort(),
  };
  const dataOf = (name: keyof typeof ports) => path.join(folder, name);
  const urlOf = (name: keyof typeof ports) => `postgres://marque@127.0.0.1:${ports[name]}/postgres`;
  const running = new Map<string, ChildProcess>();

  function run(program: string, args: string[]): void {
    const result = spawnSync(path.join(programs, program), args, {
      cwd: folder,
      encoding: "utf8",
      ...user,
    });
    if (result.status !== 0) throw new Error(`${program}: ${result.stderr}`);
  }

  async function start(name: keyof typeof ports): Promise<void> {
    const args = ["-D", dataOf(name), "-p", String(ports[name]), "-k", folder];
    const options = { cwd: folder, stdio: "ignore" as const, ...user };
    const server = spawn(path.join(programs, "postgres"), args, options);
    running.set(name, server);
    await untilAnswers(urlOf(name), () => server.exitCode !== null);
  }

  const logs = path.join(folder, "tmp");
  mkdirSync(logs);
  run("initdb", ["-D", dataOf("primary"), "-A", "trust", "-U", "marque", "--no-sync"]);
  await start("primary");
  async function startCopy(name: keyof typeof ports): Promise<void> {
    const from = ["-h", "127.0.0.1", "-p", String(ports.primary), "-U", "marque"];
    run("pg_basebackup", [...from, "-D", dataOf(name), "-R", "-X", "stream", "-c", "fast"]);
    await start(name);
  }
  await startCopy("replica");

  return {
    urlOf,
    startReplica: () => start("replica"),
    /** A second replica of the primary, `abandoned`. */
    startSecondReplica: () => startCopy("abandoned"),
    /** Sends a signal to the replica's main process. */
    signalReplica: (signal: NodeJS.Signals) => running.get("replica")!.kill(signal),
    async runAtReplica(sql: string): Promise<void> {
      const client = new pg.Client({ connectionString: urlOf("replica") });
      await client.connect();
      await client.query(sql);
      await client.end();
    },
    async stop() {
      for (const server of running.values()) {
        if (server.exitCode !== null || server.signalCode !== null) continue;
        const ended = new Promise((resolve) => server.once("exit", resolve));
        server.kill("SIGCONT");
        server.kill("SIGQUIT");
        await ended;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function systemUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const read = (flag: string) =>
    Number(spawnSync("id", [flag, "postgres"], { encoding: "utf8" }).stdout);
  return { uid: read("-u"), gid: read("-g") };
}
