import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { isRunning, startOfProcess } from "./process-identity.ts";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./start-embedded-postgres.ts";

// A machine under load needs seconds to flush a new cluster.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

let original: string;
let dataDir: string;
let servers: EmbeddedPostgres[];
let owners: ChildProcess[];

/** Each test copies one new cluster, because creating one is slow. */
beforeAll(async () => {
  original = makeDirectory();
  const server = await startEmbeddedPostgres({ dataDir: original, log: () => undefined });
  await server.stop();
});

afterAll(() => rmSync(original, { recursive: true, force: true }));

beforeEach(() => {
  dataDir = makeDirectory();
  execFileSync("cp", ["-a", join(original, "postgres"), dataDir]);
  servers = [];
  owners = [];
});

afterEach(async () => {
  vi.unstubAllEnvs();
  for (const owner of owners) owner.kill("SIGKILL");
  for (const server of servers) await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "marque-supervisor-"));
  chmodSync(directory, 0o755);
  return directory;
}

async function start(): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  servers.push(server);
  return server;
}

interface Owner {
  child: ChildProcess;
  server: { connectionString: string; pid: number; adopted: boolean };
  /** Also those of other directories. */
  all: Owner["server"][];
}

/** The same in a separate process. */
async function startElsewhere(...others: string[]): Promise<Owner> {
  const program = join(import.meta.dirname, "../../../testing/database/serve-embedded-postgres.ts");
  const child = spawn(process.execPath, ["--import", "tsx", program, dataDir, ...others]);
  owners.push(child);
  let complaint = "";
  child.stderr.on("data", (text: Buffer) => (complaint += text.toString()));
  const [line] = (await Promise.race([
    once(child.stdout, "data"),
    once(child, "exit").then(() => Promise.reject(new Error(complaint))),
  ])) as [Buffer];
  const all = JSON.parse(line.toString()) as Owner["server"][];
  return { child, server: all[0]!, all };
}

async function ask<T>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows as T[];
  } finally {
    await client.end();
  }
}

test("starts with fsync on, keeps rows over a restart and stops cleanly", async () => {
  const first = await start();
  expect(first.adopted).toBe(false);
  const settings =
    "select current_setting('fsync') || current_setting('full_page_writes') || current_setting('synchronous_commit') as s";
  expect(await ask(first.connectionString, settings)).toEqual([{ s: "ononon" }]);
  await ask(first.connectionString, "create table cars (name text)");
  await ask(first.connectionString, "insert into cars values ('kept ß')");
  await first.stop();
  expect(isRunning(first.pid)).toBe(false);
  // Asked again, or killed, it would not have written its checkpoint.
  const log = readFileSync(join(dataDir, "postgres", "server.log"), "utf8");
  expect(log.trim().split("\n").at(-1)).toMatch(/database system is shut down$/);
  expect(log).not.toMatch(/immediate shutdown request/);

  const second = await start();
  expect(second.adopted).toBe(false);
  expect(await ask(second.connectionString, "select name from cars")).toEqual([{ name: "kept ß" }]);
});

test("names a process of another folder that uses the same database", async () => {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  servers.push(await startEmbeddedPostgres({ dataDir, log }));
  servers.push(await startEmbeddedPostgres({ dataDir, log }));
  expect(lines.filter((line) => line.includes("uses this database"))).toEqual([]);
  const other = `${process.pid}-${startOfProcess(process.pid)}-other`;
  writeFileSync(join(dataDir, "postgres", "users", other), "/srv/marque-2");
  servers.push(await startEmbeddedPostgres({ dataDir, log }));
  rmSync(join(dataDir, "postgres", "users", other));
  expect(lines).toContainEqual(
    expect.stringContaining(`process ${process.pid} of /srv/marque-2 uses this database too`),
  );
});

test("keeps the password readable by its owner only and refuses a wrong one", async () => {
  const server = await start();
  expect(statSync(join(dataDir, "postgres", "password")).mode & 0o777).toBe(0o600);
  const wrong = new URL(server.connectionString);
  wrong.password = "guess";
  await expect(ask(wrong.toString(), "select 1")).rejects.toThrow(/password/);
});

test("restarts a killed server at the same address with every acknowledged row", async () => {
  const server = await start();
  await ask(server.connectionString, "create table cars (n int)");
  const writer = new pg.Client({ connectionString: server.connectionString });
  writer.on("error", () => undefined);
  await writer.connect();
  let acknowledged = 0;
  const killed = server.pid;
  setTimeout(() => process.kill(killed, "SIGKILL"), 300);
  try {
    for (;;) {
      await writer.query("insert into cars values ($1)", [acknowledged + 1]);
      acknowledged += 1;
    }
  } catch {
    await writer.end().catch(() => undefined);
  }
  expect(acknowledged).toBeGreaterThan(10);
  while (server.pid === killed) await sleep(50);
  const [row] = await ask<{ n: number }>(
    server.connectionString,
    `select count(*)::int as n from cars where n <= ${acknowledged}`,
  );
  expect(row?.n).toBe(acknowledged);
});

test("adopts and stops a server left by a killed process", async () => {
  const { child, server } = await startElsewhere();
  await ask(server.connectionString, "create table cars (name text)");
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(isRunning(server.pid)).toBe(true);

  const next = await start();
  expect(next.adopted).toBe(true);
  expect(next.pid).toBe(server.pid);
  expect(await ask(next.connectionString, "select name from cars")).toEqual([]);
  await next.stop();
  expect(isRunning(server.pid)).toBe(false);
});

test("starts again after the server and its process were killed", async () => {
  const { child, server } = await startElsewhere();
  await ask(server.connectionString, "create table cars as select generate_series(1, 1000) as n");
  process.kill(server.pid, "SIGKILL");
  child.kill("SIGKILL");
  await once(child, "exit");
  const next = await start();
  expect(next.adopted).toBe(false);
  expect(await ask(next.connectionString, "select count(*)::int as n from cars")).toEqual([
    { n: 1000 },
  ]);
});

test("shares one server among processes that start at once, and the last one stops it", async () => {
  rmSync(join(dataDir, "postgres"), { recursive: true });
  const all = await Promise.all([startElsewhere(), startElsewhere(), startElsewhere()]);
  const [first] = all.map(({ server }) => server);
  expect(new Set(all.map(({ server }) => server.pid)).size).toBe(1);
  expect(all.filter(({ server }) => !server.adopted)).toHaveLength(1);
  const pid = first?.pid ?? 0;
  for (const [index, { child, server }] of all.entries()) {
    expect(await ask(server.connectionString, "select 1 as up")).toEqual([{ up: 1 }]);
    child.stdin?.end();
    await once(child, "exit");
    expect(isRunning(pid)).toBe(index < all.length - 1);
  }
});

test("stops the server on a signal that the program does not handle", async () => {
  const { child, server } = await startElsewhere();
  child.kill("SIGINT");
  const [code] = (await once(child, "exit")) as [number];
  expect(code).toBe(130);
  expect(isRunning(server.pid)).toBe(false);
});

test("stops each server of a process on such a signal", async () => {
  const other = makeDirectory();
  try {
    const { child, all } = await startElsewhere(other);
    child.kill("SIGTERM");
    expect(await once(child, "exit")).toEqual([143, null]);
    expect(all.map(({ pid }) => isRunning(pid))).toEqual([false, false]);
  } finally {
    rmSync(other, { recursive: true, force: true });
  }
});

test("ignores a lock and a pid file of killed processes", async () => {
  const { child, server } = await startElsewhere();
  child.stdin?.end();
  await once(child, "exit");
  writeFileSync(join(dataDir, "postgres", "lock"), `${server.pid} 1 abc`);
  // A pid that now belongs to another program: this one.
  const note = [
    process.pid,
    join(dataDir, "postgres/cluster"),
    0,
    5432,
    "",
    "127.0.0.1",
    "",
    "ready",
  ];
  writeFileSync(join(dataDir, "postgres/cluster/postmaster.pid"), note.join("\n"));
  const next = await start();
  expect(next.adopted).toBe(false);
  expect(await ask(next.connectionString, "select 1 as up")).toEqual([{ up: 1 }]);
});

test("starts although a server was killed right after it created its pid file", async () => {
  writeFileSync(join(dataDir, "postgres", "cluster", "postmaster.pid"), "");
  const { connectionString } = await start();
  const client = new pg.Client({ connectionString });
  await client.connect();
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await client.end();
});

test("reports a directory that cannot be created or written in one line", async () => {
  const blocked = join(dataDir, "file");
  writeFileSync(blocked, "");
  const attempt = startEmbeddedPostgres({ dataDir: join(blocked, "data"), log: () => undefined });
  await expect(attempt).rejects.toThrow(
    /^the data directory .*file\/data cannot be written \(ENOTDIR\): .*DATA_DIR.*$/,
  );
});

test.runIf(process.platform === "linux")(
  "a place where nothing can be made is named too",
  async () => {
    const attempt = startEmbeddedPostgres({ dataDir: "/proc/marque/data", log: () => undefined });
    await expect(attempt).rejects.toThrow(
      /^the data directory \/proc\/marque\/data cannot be written/,
    );
  },
);

test.runIf(process.getuid?.() === 0)(
  "root starts it below a folder that only root can enter, without opening that folder",
  async () => {
    const home = join(dataDir, "home");
    mkdirSync(home, { mode: 0o700 });
    chownSync(home, 0, 0);
    const server = await startEmbeddedPostgres({
      dataDir: join(home, "data"),
      log: () => undefined,
    });
    servers.push(server);
    expect(await ask(server.connectionString, "select 1 as up")).toEqual([{ up: 1 }]);
    expect(statSync(home).mode & 0o777).toBe(0o700);
    expect(statSync(`/proc/${server.pid}`).uid).not.toBe(0);
  },
);

const secrets = {
  AUTH_SECRET: "hush-auth",
  DATABASE_URL: "postgres://hush-database",
  STRIPE_SECRET_KEY: "hush-stripe",
  SMTP_URL: "smtp://hush-smtp",
  A_SETTING_OF_ANOTHER_PROGRAM: "hush-other",
  PGPASSWORD: "hush-pg",
};

test.runIf(process.platform === "linux")(
  "keeps the shop's secrets out of the server's environment",
  async () => {
    for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
    const server = await start();
    const environment = readFileSync(`/proc/${server.pid}/environ`, "utf8");
    expect(environment).toContain("LC_ALL=C");
    expect(environment).not.toContain("hush");
  },
);

test.runIf(process.platform === "linux")(
  "keeps the shop's secrets out of the environment of initdb and of the version check",
  async () => {
    for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value);
    const bin = join(dataDir, "bin");
    mkdirSync(bin);
    // The server's user, where root starts it, writes here too.
    chmodSync(bin, 0o777);
    writeProgram(join(bin, "postgres"), `env > ${bin}/postgres.env; echo "postgres 18.4"`);
    writeProgram(join(bin, "initdb"), `env > ${bin}/initdb.env; exit 1`);
    const attempt = startEmbeddedPostgres({
      dataDir: join(dataDir, "new"),
      log: () => undefined,
      binDirectory: bin,
    });
    await expect(attempt).rejects.toThrow("the database could not be created");
    for (const program of ["postgres", "initdb"]) {
      const environment = readFileSync(join(bin, `${program}.env`), "utf8");
      expect(environment).toContain("LC_ALL=C");
      expect(environment).not.toContain("hush");
    }
  },
);

function writeProgram(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
