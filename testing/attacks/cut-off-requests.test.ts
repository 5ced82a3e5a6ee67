import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { isOpenidPath } from "#simulators/openid-provider/openid-path.ts";
import { isSimulatorPath } from "#simulators/payment-provider/start-payment-simulator.ts";
import { startSignInProvider } from "#server/start/start-sign-in-provider.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { eventually } from "#testing/eventually.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let app: App;
let address = "";
let logged = "";

beforeAll(async () => {
  const write = (line: string) => void (logged += line);
  shop = await createTestApp({ DEMO: "1", LOG_LEVEL: "info" }, { write });
  const { google, openid } = startSignInProvider(shop.deps.config, {
    secret: "a secret of the tests, long enough for them",
    address: { own: () => address, public: () => address },
    log: shop.deps.log,
    pool: shop.deps.pool,
  });
  app = await buildApp({ ...shop.deps, google }, ({ url }) =>
    isSimulatorPath(url) ? shop.simulator : isOpenidPath(url) ? openid : null,
  );
  address = await app.listen({ port: 0, host: "127.0.0.1" });
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

/** Announces 1,000 bytes, sends a few of them and disconnects once the server has started to read. */
async function hangUp(path: string, headers: string[]): Promise<void> {
  const { hostname, port } = new URL(address);
  const head = [`POST ${path} HTTP/1.1`, "Host: localhost", "Content-Length: 1000", ...headers];
  const reached = new Promise((resolve) => app.server.once("request", resolve));
  const socket = connect(Number(port), hostname);
  socket.write(`${head.join("\r\n")}\r\n\r\n{"a`);
  await reached;
  socket.destroy();
}

const form = "Content-Type: application/x-www-form-urlencoded";
const json = "Content-Type: application/json";

test("does not log an error for an aborted request body", async () => {
  const challenge = `/payment-simulator/challenge/${"a".repeat(43)}`;
  const calls: [string, string[]][] = [
    ["/v1/payment_intents", [form]],
    [challenge, [form]],
    [await interactionPath(), [form, `Cookie: ${interactionCookies}`]],
    ["/api/auth/sign-in/email", [json]],
    ["/api/payments/webhook", [json]],
    ["/api/images", ["Content-Type: multipart/form-data; boundary=x"]],
  ];
  for (const [path, headers] of calls) {
    logged = "";
    const isOver = /disconnected|cut off|"refused"|failed|no answer|completed/;
    // A sender who is gone before the handler looks leaves no line: then another one hangs up.
    await eventually(async () => {
      await hangUp(path, headers);
      expect([path, logged]).toEqual([path, expect.stringMatching(isOver)]);
    });
    expect([path, logged]).toEqual([path, expect.not.stringMatching(/"level":(50|60)/)]);
  }
});

let interactionCookies = "";

/** The demo provider's page of a started sign-in. */
async function interactionPath(): Promise<string> {
  const begun = await fetch(`${address}/api/auth/sign-in/social`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ provider: "google" }),
  });
  const { url } = (await begun.json()) as { url: string };
  const authorization = new URL(url);
  const page = await fetch(`${address}${authorization.pathname}${authorization.search}`, {
    redirect: "manual",
  });
  interactionCookies = page.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
  return new URL(page.headers.get("location") ?? "", address).pathname;
}
