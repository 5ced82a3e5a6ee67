import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp } from "#server/app.ts";
import { createLogger } from "#server/platform/logger.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { appCode } from "#testing/identity/authenticator-app.ts";
import { aBrowser, aUserInABrowser } from "#testing/identity/browser.ts";
import { anAccount } from "#testing/builders.ts";
import { chooseAtProvider, createTestOpenid } from "#testing/identity/openid.ts";
import { aPasskeyDevice } from "#testing/identity/passkey-device.ts";
import { aSignedUpUser } from "#testing/identity/sign-up.ts";
import { createTestApp } from "#testing/test-app.ts";

let shop: Awaited<ReturnType<typeof createTestApp>>;
let openid: Awaited<ReturnType<typeof createTestOpenid>>;
let app: App;
let written = "";

beforeAll(async () => {
  openid = await createTestOpenid("http://localhost:3000/api/auth/callback/google");
  shop = await createTestApp({ ...openid.settings, RATE_LIMITS: "on" });
  const log = createLogger({ LOG_LEVEL: "info" }, { write: (line) => void (written += line) });
  app = await buildApp({ ...shop.deps, log });
  await app.ready();
  await aSignedUpUser(shop, { email: "victim@example.com" });
});
afterAll(async () => {
  await app.close();
  await shop.close();
  await openid.close();
});

const password = "Secret!2026";
const passkeys = "/api/auth/passkey";
const send = async (method: "GET" | "POST", url: string, headers = {}, payload?: object) => {
  written = "";
  await app.inject({
    method,
    url,
    headers,
    remoteAddress: "203.0.113.7",
    ...(payload && { payload }),
  });
  return written
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
};

// ASVS 14.2.1, 16.2.1, 16.2.2, 16.2.5, 16.3.2, 16.3.3
test("logs refusals with account, route, time and request, and without personal data", async () => {
  const buyer = await anAccount(shop.deps);
  const bearer = { authorization: `Bearer ${buyer.token}` };
  const credentials = { email: "victim@example.com", password: "Wrong!2026" };
  for (const [event, route, account, lines] of [
    ["not_allowed", "GET /api/users", buyer.id, await send("GET", "/api/users", bearer)],
    [
      "not_allowed",
      "GET /api/users/admin/:email",
      buyer.id,
      await send("GET", "/api/users/admin/victim@example.com", bearer),
    ],
    ["not_signed_in", "GET /api/users", null, await send("GET", "/api/users")],
    [
      "token_invalid",
      "GET /api/users",
      null,
      await send("GET", "/api/users", { authorization: "Bearer a.b.c" }),
    ],
    [
      "sign_in_refused",
      "POST /api/auth/sign-in/email",
      null,
      await send("POST", "/api/auth/sign-in/email", {}, credentials),
    ],
    [
      "foreign_origin",
      "POST /api/auth/sign-in/email",
      null,
      await send(
        "POST",
        "/api/auth/sign-in/email",
        { origin: "https://evil.example" },
        credentials,
      ),
    ],
    [
      "invalid_input",
      "POST /api/auth/sign-in/email",
      null,
      await send("POST", "/api/auth/sign-in/email", {}, { email: "victim@example.com" }),
    ],
    [
      "link_over",
      "POST /api/auth/verify-email",
      null,
      await send("POST", "/api/auth/verify-email", {}, { token: "made-up-token" }),
    ],
  ] as const) {
    const note = lines.find((line) => line.msg === "refused");
    expect(note).toMatchObject({ event, route, account, reqId: expect.any(String) });
    expect(note?.time).toEqual(expect.any(Number));
    const text = JSON.stringify(lines);
    for (const secret of [
      "victim",
      "203.0.113.7",
      "Wrong!2026",
      buyer.token,
      buyer.email,
      "made-up",
    ])
      expect([event, text.includes(secret)]).toEqual([event, false]);
  }
});

// ASVS 16.2.4, 16.3.1, 16.3.3
test("logs rate limits and successful sign-ins", async () => {
  const credentials = { email: "victim@example.com", password };
  const signedIn = await send("POST", "/api/auth/sign-in/email", {}, credentials);
  expect(signedIn.find(({ event }) => event === "signed_in")).toMatchObject({ by: "password" });
  expect(JSON.stringify(signedIn)).not.toMatch(/victim|Secret/);
  let lines: Awaited<ReturnType<typeof send>> = [];
  for (let attempt = 0; attempt < 11; attempt++)
    lines = await send(
      "POST",
      "/api/auth/sign-in/email",
      {},
      { ...credentials, password: "Wrong!1" },
    );
  expect(lines.find(({ msg }) => msg === "refused")).toMatchObject({ event: "too_many_requests" });
});

// ASVS 16.3.1
test("logs the kind of sign-in: code, passkey, third party", async () => {
  const user = await aUserInABrowser(shop, "coded@example.com");
  const enabled = await user.call("POST", "/api/auth/two-factor/enable", { password });
  const { totpURI, backupCodes } = enabled.body as { totpURI: string; backupCodes: string[] };
  await user.call("POST", "/api/auth/two-factor/verify-totp", { code: appCode(totpURI) });
  const device = aPasskeyDevice();
  const { body: creation } = await user.call("GET", `${passkeys}/generate-register-options`);
  const response = device.register(creation.challenge as string);
  await user.call("POST", `${passkeys}/verify-registration`, { response, name: "Mine" });
  const atPasskey = aBrowser(shop);
  const { body: options } = await atPasskey.call(
    "GET",
    `${passkeys}/generate-authenticate-options`,
  );
  const atCode = async () => {
    const browser = aBrowser(shop);
    await browser.signIn("coded@example.com");
    return { cookie: browser.cookie() };
  };
  const google = aBrowser(shop);
  const begun = await google.call("POST", "/api/auth/sign-in/social", { provider: "google" });
  const back = new URL(
    await chooseAtProvider(begun.body.url as string, { email: "g@example.com" }),
  );
  for (const [by, lines] of [
    [
      "code",
      await send("POST", "/api/auth/two-factor/verify-totp", await atCode(), {
        code: appCode(totpURI, 1),
      }),
    ],
    [
      "backup code",
      await send("POST", "/api/auth/two-factor/verify-backup-code", await atCode(), {
        code: backupCodes[0],
      }),
    ],
    [
      "passkey",
      await send(
        "POST",
        `${passkeys}/verify-authentication`,
        { cookie: atPasskey.cookie() },
        { response: device.signIn(options.challenge as string) },
      ),
    ],
    ["google", await send("GET", `${back.pathname}${back.search}`, { cookie: google.cookie() })],
  ] as const) {
    const note = lines.find(({ event }) => event === "signed_in");
    expect(note).toMatchObject({ by, identity: expect.any(String) });
    expect(JSON.stringify(lines)).not.toMatch(/example\.com|code=|state=/);
  }
});

// ASVS 16.4.1
test("does not let a request forge a log line", async () => {
  const lines = await send("GET", `/api/products/${encodeURIComponent('1"}\n{"event":"forged"}')}`);
  expect(lines.some(({ event }) => event === "forged")).toBe(false);
});
