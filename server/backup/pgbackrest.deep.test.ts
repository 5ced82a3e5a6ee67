import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer as createProbe, type AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  expectAsOf,
  loadDuringBackup,
  openDrill,
  untilFirstBackup,
  type Drill,
} from "#testing/backup/drill.ts";
import { createServer, type ExternalServer } from "#testing/backup/external-server.ts";
import { sizeOf } from "#testing/test-depth.ts";
import { listStoredImages } from "./copy-images.ts";

const bin = ["15", "16", "17", "18"]
  .map((major) => `/usr/lib/postgresql/${major}/bin`)
  .find((folder) => existsSync(join(folder, "initdb")));
const isInstalled = !spawnSync("pgbackrest", ["version"]).error;
const canRun = bin !== undefined && isInstalled;
if (!canRun) console.log("skipped: install postgresql and pgbackrest to test pgBackRest");

const seconds = sizeOf("drillSeconds");
const secret = "a secret of the tests, long enough for them";
// The runbook's own configuration and commands are run, with other folders and another port.
const runbook = readFileSync("docs/operations/back-up.md", "utf8")
  .split("### To the minute with pgBackRest\n")[1]!
  .split(/^## /m)[0]!;
const blockWith = (text: string) => {
  const blocks = [...runbook.matchAll(/```\w*\n([^]*?)```/g)].map(([, block]) =>
    block!.replace(/^ {3}/gm, ""),
  );
  return blocks.find((block) => block.includes(text))!;
};
const commandWith = (text: string) => {
  const lines = [...runbook.matchAll(/^ *sudo -u postgres pgbackrest (.*)$/gm)];
  const [, command] = lines.find(([line]) => line.endsWith(text))!;
  return command!.split(/ (?=(?:[^']*'[^']*')*[^']*$)/);
};

let drill: Drill;
let server: ExternalServer | null = null;
let store: ChildProcess | null = null;
let port = 0;
let place = "";

beforeAll(async () => {
  drill = await openDrill();
  chmodSync(drill.folder, 0o777);
});

afterAll(async () => {
  await drill.kill();
  server?.destroy();
  store?.kill("SIGKILL");
  await drill.close();
});

function findFreePort(): Promise<number> {
  const probe = createProbe();
  return new Promise((resolve) => {
    probe.listen(0, "127.0.0.1", () => {
      const { port: free } = probe.address() as AddressInfo;
      probe.close(() => resolve(free));
    });
  });
}

/** Runs a command of the runbook as the server's user. */
const pgbackrest = (text: string, changed: Record<string, string> = {}) =>
  server!.asServer("pgbackrest", [
    `--config=${join(place, "pgbackrest.conf")}`,
    ...commandWith(text).map((word) => {
      const [name] = word.split("=");
      return changed[name!] ? `${name}=${changed[name!]}` : word;
    }),
  ]);

async function query<T extends pg.QueryResultRow>(text: string): Promise<T[]> {
  const client = new pg.Client({ host: "127.0.0.1", port, user: "postgres", database: "postgres" });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Starts a server that archives to pgBackRest. `global` is a configuration of the runbook, with the test's places. */
async function startServer(global: string): Promise<void> {
  port = await findFreePort();
  const repository = join(place, "pgbackrest");
  const config = join(place, "pgbackrest.conf");
  const places = ["log", "lock", "spool"].map((name) => `${name}-path=${repository}/${name}`);
  const [, stanza] = blockWith("[global]").split("[marque]");
  writeFileSync(
    config,
    `${global.split("[marque]")[0]}${places.join("\n")}\n[marque]${stanza}`
      .replace("/var/lib/pgbackrest", repository)
      .replace("/var/lib/postgresql/15/main", join(place, "main"))
      .replace("pg1-port=5432", `pg1-port=${port}\npg1-socket-path=${place}`),
  );
  server = await createServer(place, {
    bin: bin!,
    port,
    configuration: blockWith("archive_mode").replace(
      "pgbackrest --",
      `pgbackrest --config=${config} --`,
    ),
  });
  await server.asServer("mkdir", [
    "-p",
    ...["log", "lock", "spool"].map((name) => join(repository, name)),
  ]);
  await server.start();
}

/** For the load, which signs its own tokens. */
function keepSecret(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, "auth-secret"), secret);
}

/** Waits until everything that was written so far is in pgBackRest's archive. */
async function archiveAll(): Promise<void> {
  const [row] = await query<{ name: string }>("select pg_walfile_name(pg_switch_wal()) as name");
  await vi.waitFor(
    async () => {
      const [archiver] = await query<{ last: string }>(
        "select last_archived_wal as last from pg_stat_archiver",
      );
      expect(archiver!.last >= row!.name).toBe(true);
    },
    { timeout: 60_000, interval: 200 },
  );
}

async function untilRecovered(): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await query("select pg_is_in_recovery() as recovering");
      expect(rows).toEqual([{ recovering: false }]);
    },
    { timeout: 60_000, interval: 200 },
  );
}

test.runIf(canRun)(
  `an external database comes back with pgBackRest as of a moment in ${seconds} s of load`,
  { timeout: 900_000 },
  async () => {
    place = drill.folder;
    await startServer(blockWith("[global]"));
    await query("create role marque login");
    await query(
      "create database marque owner marque encoding 'UTF8' locale 'C' template template0",
    );
    await pgbackrest("stanza-create");
    await pgbackrest("check");

    const dataDir = join(drill.folder, "data");
    const backups = join(drill.folder, "backups");
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: `postgres://marque@127.0.0.1:${port}/marque`,
      AUTH_SECRET: secret,
      PUBLIC_URL: "http://127.0.0.1:1",
      BACKUP_URL: backups,
      BACKUP_TRIAL_SCHEDULE: "off",
    };
    const shop = await drill.start(env);
    keepSecret(dataDir);
    const open = await untilFirstBackup(backups);
    const { load, between } = await loadDuringBackup(shop, {
      dataDir,
      seconds,
      backUp: () => pgbackrest("--type=full backup"),
    });
    await load.stop();
    await archiveAll();
    const early = load.promised.filter(({ at }) => at <= between);
    const uploads = early.filter(({ what }) => what === "image").map(({ id }) => id.split("/")[2]!);
    // The job copies new images every minute.
    await vi.waitFor(
      async () => {
        const stored = await listStoredImages(await open());
        expect(uploads.filter((id) => !stored.has(id))).toEqual([]);
      },
      { timeout: 150_000, interval: 1_000 },
    );
    server!.destroy();
    await drill.destroy(dataDir);

    await pgbackrest("restore", {
      "--target": between.toISOString().replace("T", " ").replace("Z", "+00"),
    });
    await server!.start();
    await untilRecovered();
    await drill.run(["restore", "--images-only"], env, "all readable");
    const back = await drill.start(env);
    keepSecret(dataDir);
    await expectAsOf(back, { moment: between, promised: load.promised, dataDir });
    await pgbackrest("--type=full backup");
    console.log(
      `pgBackRest: ${load.promised.length} acknowledged in ${seconds} s, ${early.length} before the moment, 0 of these lost`,
    );
  },
);

/** @returns the port of an S3-compatible store with TLS */
async function startStore(certificate: string, key: string): Promise<number> {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key];
  execFileSync("openssl", [...request, "-out", certificate, "-days", "2", ...subject], {
    stdio: "ignore",
  });
  const program = `
    const S3rver = require("s3rver");
    const { readFileSync } = require("node:fs");
    const [directory, key, cert] = process.argv.slice(1);
    new S3rver({ address: "127.0.0.1", port: 0, silent: true, directory, key: readFileSync(key),
      cert: readFileSync(cert), configureBuckets: [{ name: "cars-backups" }] })
      .run().then(({ port }) => console.log(port));`;
  const options = ["--openssl-legacy-provider", "-e", program, join(place, "store"), key];
  store = spawn(process.execPath, [...options, certificate], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return Number((await once(store.stdout!, "data"))[0]);
}

test.runIf(canRun)(
  "the same commands back up into an S3 store and restore from it",
  { timeout: 600_000 },
  async () => {
    server?.destroy();
    place = join(drill.folder, "s3");
    mkdirSync(place);
    chmodSync(place, 0o777);
    const certificate = join(place, "certificate.pem");
    const storePort = await startStore(certificate, join(place, "key.pem"));
    await startServer(
      blockWith("repo1-type=s3")
        .replace("=s3.internal", "=localhost")
        .replace("port=9000", `port=${storePort}`)
        .replace("/etc/ssl/certs/internal.pem", certificate)
        .replace("key=…", "key=S3RVER")
        .replace("secret=…", "secret=S3RVER"),
    );
    await pgbackrest("stanza-create");
    await pgbackrest("check");
    await query("create table kept (at timestamptz)");
    await pgbackrest("--type=full backup");
    await query("insert into kept values (clock_timestamp())");
    // pgBackRest knows the end of a backup to the second.
    const [moment] = await query<{ now: Date }>(
      "select clock_timestamp() as now from pg_sleep(1.1)",
    );
    const { now } = moment!;
    await query("insert into kept select clock_timestamp() from pg_sleep(0.1)");
    await archiveAll();

    server!.destroy();
    await pgbackrest("restore", {
      "--target": now.toISOString().replace("T", " ").replace("Z", "+00"),
    });
    await server!.start();
    await untilRecovered();
    const rows = await query<{ at: Date }>("select at from kept");
    expect(rows.map(({ at }) => at < now)).toEqual([true]);
  },
);
