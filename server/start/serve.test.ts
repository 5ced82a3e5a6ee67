import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request, type IncomingHttpHeaders } from "node:http";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { bundleProgram } from "#testing/bundle-program.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { freePort } from "#testing/free-port.ts";

/** Waits for a process on a busy machine. */
const patience = { timeout: 50_000, interval: 20 };
const cars = 5_000;

let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let database: TestDatabase;
let client: pg.Client;
let child: ChildProcess;
let output: string;
let port: number;
let dataDir: string;
let agent: Agent;

beforeAll(async () => {
  bundle = await bundleProgram("catalogue/serve-shop");
});
afterAll(() => bundle.remove());

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const seller = "00000000-0000-4000-8000-000000000001";
  await client.query(
    `insert into account (id, name, email, role) values ($1, 'Seller', 'seller@cars.example', 'Seller')`,
    [seller],
  );
  await client.query(
    `insert into listing (id, seller_id, name, make, category_id, resale_price_minor)
     select gen_random_uuid(), $1, 'BMW X5', 'BMW', 1, 100 from generate_series(1, $2::int)`,
    [seller, cars],
  );
  dataDir = mkdtempSync(join(tmpdir(), "marque-serve-"));
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await startWhileLocked();
});

afterEach(async () => {
  agent.destroy();
  child.kill("SIGKILL");
  await client.end();
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Starts the shop. It cannot read the listings until `client` ends its transaction. */
async function startWhileLocked(): Promise<void> {
  await client.query("begin");
  await client.query("lock table listing in access exclusive mode");
  port = await freePort();
  output = "";
  child = spawnShop();
  for (const stream of [child.stdout!, child.stderr!])
    stream.on("data", (text: Buffer) => (output += text.toString()));
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(output);
    expect((await call("/api/health")).status).toBe(503);
  }, patience);
}

function spawnShop() {
  return spawn(process.execPath, [bundle.program], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      AUTH_SECRET: "a secret of the tests, long enough for them",
      PUBLIC_URL: "http://localhost:3000",
      BRAND_NAME: "Cars & Co",
      DEMO: "0",
      HOST: "127.0.0.1",
      PORT: String(port),
      RATE_LIMITS: "off",
      LOG_LEVEL: "silent",
      ENV_FILE: devNull,
      NODE_ENV: "production",
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: string; isReused: boolean };

/** Sends a request over the one connection to the shop. */
function call(path: string, method = "GET", body?: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: "127.0.0.1", path, method, agent }, (response) => {
      let text = "";
      response
        .on("data", (part: Buffer) => (text += part.toString()))
        .on("end", () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: text,
            isReused: sent.reusedSocket,
          }),
        );
    });
    sent.on("error", reject).end(body);
  });
}

test(
  "answers 503 while it reads the catalog, then takes over on the same connection",
  { timeout: 120_000 },
  async () => {
    for (const [path, method] of [
      ["/api/health", "GET"],
      ["/api/listings?facets=1", "GET"],
      ["/api/auth/sign-in/email", "POST"],
    ] as const) {
      const { status, headers, body } = await call(
        path,
        method,
        method === "POST" ? "{}" : undefined,
      );
      expect([path, status]).toEqual([path, 503]);
      expect(headers["retry-after"]).toBe("2");
      expect(headers["cache-control"]).toBe("no-store");
      expect(headers["content-type"]).toContain("application/json");
      expect(JSON.parse(body)).toMatchObject({
        error: { code: "unavailable", requestId: headers["x-request-id"] },
      });
    }
    expect((await call("/api/health/ready")).status).toBe(503);
    expect((await call("/api/health/live")).body).toBe(`{"status":"ok"}`);
    const page = await call("/category/1");
    expect(page.status).toBe(503);
    expect(page.headers["retry-after"]).toBe("2");
    expect(page.headers["content-type"]).toContain("text/html");
    expect(page.headers["x-content-type-options"]).toBe("nosniff");
    expect(page.body).toContain(`http-equiv="refresh"`);
    expect(page.body).toContain("Cars &amp; Co");
    expect(await call("/category/1", "HEAD")).toMatchObject({ status: 503, body: "" });
    expect(output).not.toContain("is open at");

    await client.query("commit");
    const answers: Answer[] = [];
    do answers.push(await call("/api/listings?limit=1"));
    while (answers.at(-1)!.status === 503 && child.exitCode === null);
    const opened = answers.at(-1)!;
    expect(opened.status).toBe(200);
    expect(JSON.parse(opened.body)).toMatchObject({ total: cars });
    expect(opened.isReused).toBe(true);
    expect((await call("/api/health")).body).toBe(`{"status":"ok"}`);
    expect((await call("/api/health/ready")).body).toBe(`{"status":"ok"}`);
    await vi.waitFor(() => expect(output).toContain("Cars & Co is open at"), patience);
  },
);

test("stops on a signal while it reads the catalogue", async () => {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test(
  "a second start with the same port ends with a line that names it",
  { timeout: 120_000 },
  async () => {
    await client.query("commit");
    const second = spawnShop();
    let complaint = "";
    second.stderr.on("data", (text: Buffer) => (complaint += text.toString()));
    expect(await once(second, "close")).toEqual([1, null]);
    expect(complaint).toContain(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
    );
    expect((await call("/api/health/live")).status).toBe(200);
  },
);

test("does not start, and leaves no database running, if its image store cannot be used", async () => {
  const empty = mkdtempSync(join(tmpdir(), "marque-serve-"));
  const failing = spawn(process.execPath, [bundle.program], {
    env: {
      ...process.env,
      IMAGE_STORE_URL: "s3://cars?endpoint=http://127.0.0.1:9",
      AWS_ACCESS_KEY_ID: "a",
      AWS_SECRET_ACCESS_KEY: "b",
      DATABASE_URL: "",
      DATA_DIR: empty,
      LOG_LEVEL: "silent",
      ENV_FILE: devNull,
    },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  failing.stderr.on("data", (text: Buffer) => (complaint += text.toString()));
  expect(await once(failing, "close")).toEqual([1, null]);
  expect(complaint).toContain(
    "The image store cannot be used: s3://cars/ at http://127.0.0.1:9 cannot be reached (ECONNREFUSED).",
  );
  expect(readdirSync(empty)).toEqual([]);
  rmSync(empty, { recursive: true });
});
