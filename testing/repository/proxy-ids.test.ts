import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "#testing/eventually.ts";
import { freePort } from "#testing/free-port.ts";

const isInstalled = spawnSync("haproxy", ["-v"]).error === undefined;

if (!isInstalled)
  test("HAProxy's ids: not tested, because it is not installed", ({ annotate }) =>
    annotate("HAProxy is not installed"));

describe.runIf(isInstalled)("deploy/haproxy/haproxy.cfg", () => {
  let app: Server;
  let received: IncomingHttpHeaders[];
  let logSocket: Socket;
  let log: string[];
  let folder: string;
  let haproxy: ChildProcess;
  let address: string;

  beforeAll(async () => {
    received = [];
    log = [];
    // Trusts HAProxy: it answers with the id that it is given.
    app = createServer(({ url, headers }, response) => {
      if (url !== "/api/health/ready") received.push(headers);
      const id = headers["x-request-id"];
      response.writeHead(200, id === undefined ? {} : { "x-request-id": String(id) }).end();
    }).listen(0, "127.0.0.1");
    logSocket = createSocket("udp4").on("message", (line) => log.push(line.toString()));
    logSocket.bind(0, "127.0.0.1");
    await Promise.all([once(app, "listening"), once(logSocket, "listening")]);
    folder = mkdtempSync(join(tmpdir(), "marque-haproxy-"));
    const shop = `127.0.0.1:${(app.address() as AddressInfo).port}`;
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    haproxy = spawn("haproxy", ["-db", "-f", "deploy/haproxy/haproxy.cfg"], {
      env: {
        ...process.env,
        SHOP: `127.0.0.1:${port}`,
        APP1: shop,
        APP2: shop,
        APP3: shop,
        LOG_TARGET: `127.0.0.1:${logSocket.address().port}`,
        RUNTIME_SOCKET: join(folder, "haproxy.sock"),
      },
      stdio: "ignore",
    });
    await eventually(async () => expect((await fetch(address)).status).toBe(200));
  });
  afterAll(() => {
    haproxy.kill("SIGKILL");
    app.closeAllConnections();
    app.close();
    logSocket.close();
    rmSync(folder, { recursive: true });
  });

  test("a visitor chooses neither the id of a request nor its trace", async () => {
    const answer = await fetch(`${address}/forged`, {
      headers: {
        "x-request-id": "chosen-by-a-visitor",
        traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
        tracestate: "vendor=chosen",
      },
    });
    const headers = received.at(-1)!;
    // The form that the shop accepts (server/platform/http/request-id.ts).
    expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    expect(headers).not.toHaveProperty("traceparent");
    expect(headers).not.toHaveProperty("tracestate");
    expect(answer.headers.get("x-request-id")).toBe(headers["x-request-id"]);
  });

  test("HAProxy's log has the id that the shop logs", async () => {
    await fetch(`${address}/logged`);
    const id = String(received.at(-1)!["x-request-id"]);
    const line = await eventually(() => {
      const line = log.find((one) => one.includes("GET /logged"));
      if (line === undefined) throw new Error(log.join("\n"));
      return line;
    });
    expect(line.trimEnd().endsWith(` ${id}`)).toBe(true);
  });
});
