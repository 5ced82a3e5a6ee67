import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent, request, type IncomingHttpHeaders } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { connect, type Socket } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { devNull, tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { bundleProgram } from "#testing/bundle-program.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { sizeOf } from "#testing/test-depth.ts";
import { freePort } from "#testing/free-port.ts";
import { stopTimes } from "./stop-on-signal.ts";

/** Waits for a process on a busy machine. */
const patience = { timeout: 60_000, interval: 20 };

let bundle: Awaited<ReturnType<typeof bundleProgram>>;
let database: TestDatabase;
let dataDir: string;
let shops: Shop[] = [];
type Shop = { child: ChildProcess; port: number; output: string; agent: Agent };
type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

beforeAll(async () => {
  bundle = await bundleProgram("catalogue/serve-shop");
});
afterAll(() => bundle.remove());
beforeEach(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), "marque-stop-"));
});
afterEach(async () => {
  for (const { child, agent } of shops) {
    agent.destroy();
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
  shops = [];
  await database.drop();
  rmSync(dataDir, { recursive: true, force: true });
});

async function startShop(env: Record<string, string> = {}): Promise<Shop> {
  const port = Number(env.PORT ?? (await freePort()));
  const child = spawn(process.execPath, [bundle.program], {
    env: {
      ...process.env,
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      AUTH_SECRET: "a secret of the tests, long enough for them",
      PUBLIC_URL: "http://localhost:3000",
      DEMO: "0",
      HOST: "127.0.0.1",
      PORT: String(port),
      RATE_LIMITS: "off",
      LOG_LEVEL: "error",
      ENV_FILE: devNull,
      NODE_ENV: "production",
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 8, scheduling: "fifo" });
  const shop: Shop = { child, port, output: "", agent };
  shops.push(shop);
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (text: Buffer) => (shop.output += text.toString()));
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(shop.output);
    expect((await call(shop, "/api/health")).status).toBe(200);
  }, patience);
  await vi.waitFor(() => expect(shop.output).toContain("is open at"), patience);
  return shop;
}

function call(
  { port, agent }: Shop,
  path: string,
  { method = "GET", body, fresh = false }: { method?: string; body?: string; fresh?: boolean } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json", origin: "http://localhost:3000" };
    const options = { port, host: "127.0.0.1", path, method, agent: fresh ? false : agent };
    const sent = request({ ...options, headers }, (response) => {
      let text = "";
      response
        .on("data", (part: Buffer) => (text += part.toString()))
        .on("error", reject)
        .on("end", () =>
          resolve({ status: response.statusCode!, headers: response.headers, body: text }),
        );
    });
    sent.on("error", reject).end(body);
  });
}

const isBusy = ({ status, headers, body }: Answer) =>
  status === 503 && headers["retry-after"] !== undefined && body.includes("very busy");

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code;

async function hasEnded({ child }: Shop): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
}

/** The shop ended by itself, with nothing left that had to be cut short. */
async function expectCleanEnd(shop: Shop): Promise<void> {
  await hasEnded(shop);
  expect([shop.child.exitCode, shop.child.signalCode]).toEqual([0, null]);
  expect(shop.output).not.toContain("took too long");
  await expect(call(shop, "/api/health", { fresh: true })).rejects.toThrow("ECONNREFUSED");
}

test.each(Array.from({ length: sizeOf("drains") }, (_, round) => round + 1))(
  "loses no request of a load when one of two processes stops (%i)",
  { timeout: 240_000 },
  async () => {
    const [stopping, staying] = await Promise.all([
      startShop({ DRAIN_SECONDS: "5" }),
      startShop({ DRAIN_SECONDS: "5" }),
    ]);
    let next = 0;
    let isOver = false;
    const failed: string[] = [];
    const served = { stopping: 0, staying: 0, closed: 0 };

    // Takes the processes in turn, and the other one only if a connection was refused, before anything was sent.
    async function sendRequests() {
      while (!isOver) {
        const turn = next++ % 2 === 0 ? [stopping, staying] : [staying, stopping];
        try {
          const { shop, answer } = await call(turn[0]!, "/api/listings?limit=5").then(
            (answer) => ({ shop: turn[0]!, answer }),
            async (error: unknown) => {
              if (codeOf(error) !== "ECONNREFUSED") throw error;
              return { shop: turn[1]!, answer: await call(turn[1]!, "/api/listings?limit=5") };
            },
          );
          // A machine that is busy with other tests: the shop says so before it does anything, and stopping is no reason.
          if (isBusy(answer)) {
            await pause(100);
            continue;
          }
          if (answer.status !== 200) failed.push(`status ${answer.status}`);
          served[shop === stopping ? "stopping" : "staying"] += 1;
          if (answer.headers.connection === "close") served.closed += 1;
        } catch (error) {
          failed.push(String(codeOf(error) ?? error));
        }
      }
    }
    const load = Array.from({ length: 12 }, sendRequests);
    await vi.waitFor(() => expect(served.stopping).toBeGreaterThan(50), patience);

    stopping.child.kill("SIGTERM");
    await vi.waitFor(async () => {
      const ready = await call(stopping, "/api/health/ready", { fresh: true });
      expect(ready.status).toBe(503);
      expect(ready.headers["retry-after"]).toBe("1");
    }, patience);
    // It still serves, and new connections too.
    const late = await call(stopping, "/api/listings?limit=1", { fresh: true });
    if (!isBusy(late)) expect(late.status).toBe(200);

    await expectCleanEnd(stopping);
    const before = served.staying;
    await vi.waitFor(() => expect(served.staying).toBeGreaterThan(before + 50), patience);
    isOver = true;
    await Promise.all(load);
    expect(failed).toEqual([]);
    expect(served.closed).toBeGreaterThan(0);

    // A process that was killed while it drained starts again.
    staying.child.kill("SIGTERM");
    staying.child.kill("SIGKILL");
    await hasEnded(staying);
    const again = await startShop({ PORT: String(staying.port) });
    expect((await call(again, "/api/health/ready")).status).toBe(200);
  },
);

test.each(Array.from({ length: 3 }, (_, round) => round + 1))(
  "cuts no request off on open connections with the embedded database, which does not drain (%i)",
  { timeout: 240_000 },
  async () => {
    const shop = await startShop({ DATABASE_URL: "" });
    const failed: string[] = [];
    let served = 0;
    // One connection for each client, which is idle for a moment between two requests. None is opened again.
    const clients = Array.from({ length: 12 }, async (_, number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      for (;;) {
        try {
          const { status, headers } = await call({ ...shop, agent }, "/api/listings?limit=5");
          if (status !== 200 && status !== 503) failed.push(`status ${status}`);
          served += 1;
          if (headers.connection === "close") break;
          await pause(60 + 10 * number);
        } catch (error) {
          failed.push(String(codeOf(error) ?? error));
          break;
        }
      }
      agent.destroy();
    });
    await vi.waitFor(() => expect(served).toBeGreaterThan(50), patience);
    shop.child.kill("SIGTERM");
    await Promise.all(clients);
    expect(failed).toEqual([]);
    await expectCleanEnd(shop);
  },
);

/** Opens a connection, sends these bytes and nothing else. */
async function openSocket({ port }: Shop, text: string): Promise<{ socket: Socket; got: string }> {
  const opened = { socket: connect(port, "127.0.0.1"), got: "" };
  opened.socket.on("data", (part: Buffer) => (opened.got += part.toString()));
  opened.socket.on("error", () => undefined);
  await once(opened.socket, "connect");
  if (text) opened.socket.write(text);
  return opened;
}

const host = "Host: localhost\r\nOrigin: http://localhost:3000\r\n";
const slowUpload = `POST /api/auth/sign-in/email HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":`;

test(
  "ends with 0 despite clients that never finish their requests",
  { timeout: 240_000 },
  async () => {
    const shop = await startShop();
    const clients = await Promise.all(
      [
        "",
        "GET /api/lis",
        `GET /api/listings HTTP/1.1\r\n${host}`,
        slowUpload,
        `GET /api/listings?limit=1 HTTP/1.1\r\n${host}\r\n`,
      ].map((text) => openSocket(shop, text)),
    );
    await vi.waitFor(() => expect(clients.at(-1)!.got).toContain("200 OK"), patience);
    const closed = clients.map(({ socket }) => once(socket, "close"));
    shop.child.kill("SIGTERM");
    await expectCleanEnd(shop);
    await Promise.all(closed);
  },
);

test(
  "answers a request on a connection that was idle for a moment after it has stopped listening",
  { timeout: 240_000 },
  async () => {
    const shop = await startShop({ DRAIN_SECONDS: "5" });
    const text = `GET /api/health/live HTTP/1.1\r\n${host}\r\n`;
    const client = await openSocket(shop, text);
    await vi.waitFor(() => expect(client.got).toContain("200 OK"), patience);
    client.got = "";
    const closed = once(client.socket, "close");
    shop.child.kill("SIGTERM");
    await vi.waitFor(
      () => expect(call(shop, "/api/health/live", { fresh: true })).rejects.toThrow("ECONNREFUSED"),
      patience,
    );
    // Longer than the shop needs to look at its connections twice.
    await pause(300);
    client.socket.write(text);
    await closed;
    expect(client.got).toMatch(/200 OK[^]*connection: close/i);
    await expectCleanEnd(shop);
  },
);

test(
  "lets a request finish that waits for the database, even after a second signal",
  { timeout: 240_000 },
  async () => {
    const shop = await startShop({ DRAIN_SECONDS: "8" });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query("begin");
    await client.query("lock table identity_user in access exclusive mode");
    const body = JSON.stringify({ email: "unknown@cars.example", password: "Garage!2026" });
    const answer = call(shop, "/api/auth/sign-in/email", { method: "POST", body });
    answer.catch(() => undefined);
    const waiting = `select query from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await vi.waitFor(
      async () => expect((await client.query(waiting)).rows).not.toEqual([]),
      patience,
    );

    shop.child.kill("SIGHUP");
    await vi.waitFor(
      async () => expect((await call(shop, "/api/health/ready")).status).toBe(503),
      patience,
    );
    shop.child.kill("SIGTERM");
    expect((await call(shop, "/api/health/live")).status).toBe(200);
    await client.query("commit");
    await client.end();
    expect((await answer).status).toBe(401);
    await expectCleanEnd(shop);
  },
);

test("takes at most five seconds by default", () => {
  for (const seconds of [0, 1]) expect(stopTimes(seconds).end).toBeLessThanOrEqual(5_000);
  expect(stopTimes(20)).toMatchObject({ finish: 20_000, idleFor: 10_000, cut: 40_000 });
  expect(stopTimes(0)).toMatchObject({ finish: 0, idleFor: 500, cut: 1_000 });
});
