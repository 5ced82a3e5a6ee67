import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import pg from "pg";
import { readPostmaster } from "#server/platform/embedded-postgres/postmaster-file.ts";
import { isRunning } from "#server/platform/embedded-postgres/process-identity.ts";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { bundleProgram } from "#testing/bundle-program.ts";
import { canMount, mountSmallDisk } from "#testing/faults/small-disk.ts";
import { freePort } from "#testing/free-port.ts";
import { removeFolder } from "#testing/remove-folder.ts";

let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let dataDir: string;

beforeAll(async () => {
  bundle = await bundleProgram("main-program");
}, 120_000);
afterAll(() => bundle.remove());
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "marque-refused-"));
});
afterEach(() => removeFolder(dataDir));

/** Runs the program until it ends. */
async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [bundle.program, ...args], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      ENV_FILE: devNull,
      NODE_ENV: "production",
      LOG_LEVEL: "silent",
      PORT: String(await freePort()),
      ...env,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  const [status] = (await once(child, "close")) as [number];
  return { status, errors };
}

async function withBusyPort<T>(work: (port: number) => Promise<T>): Promise<T> {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  try {
    return await work((other.address() as AddressInfo).port);
  } finally {
    other.close();
  }
}

test.each(["PORT", "METRICS_PORT"])("finds a busy %s before it starts anything", async (name) => {
  await withBusyPort(async (port) => {
    const { status, errors } = await run(["serve"], { [name]: String(port) });
    expect(status).toBe(1);
    expect(errors.trim().split("\n")).toHaveLength(1);
    expect(errors).toContain(String(port));
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  });
});

test.each([[["admin", "list"]], [["admin", "remove", "a@cars.example"]], [["verify-history"]]])(
  "%s creates no database",
  async (args) => {
    const { status, errors } = await run(args);
    expect(status).toBe(1);
    expect(errors).toContain(`There is no database in ${join(dataDir, "postgres")} yet`);
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
  },
);

test(
  "a refused start says why in one line and leaves no database server",
  { timeout: 120_000 },
  async () => {
    const server = await startEmbeddedPostgres({ dataDir, log: () => undefined });
    const client = new pg.Client({ connectionString: server.connectionString });
    await client.connect();
    await client.query("create table of_another_program (id int)");
    await client.end();
    await server.stop();
    const { status, errors } = await run(["serve"]);
    expect(status).toBe(1);
    expect(errors.trim().split("\n")).toHaveLength(1);
    expect(errors).toContain("has tables of another program");
    const postmaster = readPostmaster(join(dataDir, "postgres/cluster"));
    expect(postmaster && isRunning(postmaster.pid)).toBeFalsy();
  },
);

test.runIf(canMount).each([1, 20, 42])(
  "a disk of %i MB that gets full at the start is named in one line",
  { timeout: 120_000 },
  async (megabytes) => {
    const disk = mountSmallDisk(megabytes);
    try {
      const { status, errors } = await run(["serve"], { DATA_DIR: disk.folder });
      expect({ status, errors }).toEqual({
        status: 1,
        errors: expect.stringMatching(
          new RegExp(`^No space is left on the disk of ${disk.folder}\\.[^\\n]*\\n$`),
        ) as string,
      });
      const postmaster = readPostmaster(join(disk.folder, "postgres/cluster"));
      expect(postmaster && isRunning(postmaster.pid)).toBeFalsy();
    } finally {
      disk.remove();
    }
  },
);
