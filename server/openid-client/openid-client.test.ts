import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#server/platform/logger.ts";
import { createFakeOpenidProvider } from "#testing/identity/fake-openid-provider.ts";
import { createOpenIdClient } from "./create-openid-client.ts";

const clientId = "shop.apps.example";
let provider: Awaited<ReturnType<typeof createFakeOpenidProvider>>;
beforeAll(async () => {
  provider = await createFakeOpenidProvider(clientId);
});
beforeEach(() => provider.respondWith({}, { nonce: "the nonce" }));
afterAll(() => provider.close());

const flow = {
  redirectUri: "http://localhost:3000/api/auth/callback/google",
  nonce: "the nonce",
  verifier: "a-verifier-of-forty-three-characters-or-more",
};
const client = (log: Parameters<typeof createOpenIdClient>[1] = { warn: () => {} }) =>
  createOpenIdClient({ issuer: provider.issuer, clientId, clientSecret: "secret" }, log);
const read = (response: { iss?: string } = {}) =>
  client().readProfile(flow, { code: "a code", iss: response.iss });
const refused = { code: "provider_refused" };
const unavailable = { code: "provider_unavailable" };

describe("the authorization URL", () => {
  test("has state, nonce and the hash of the verifier, but not the verifier", async () => {
    const url = new URL(await client().authorizationUrl({ ...flow, state: "the state" }));
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: clientId,
      redirect_uri: flow.redirectUri,
      scope: "openid email profile",
      state: "the state",
      nonce: "the nonce",
      code_challenge: createHash("sha256").update(flow.verifier).digest("base64url"),
      code_challenge_method: "S256",
      prompt: "select_account",
    });
  });

  test("is refused if the metadata names another issuer", async () => {
    provider.respondWith({ metadata: { issuer: "https://accounts.google.com" } });
    const url = client().authorizationUrl({ ...flow, state: "s" });
    await expect(url).rejects.toMatchObject(unavailable);
  });

  test.each(["authorization_endpoint", "token_endpoint", "jwks_uri"])(
    "is refused if a provider with TLS has a %s without TLS",
    async (open) => {
      const issuer = "https://accounts.example";
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      };
      const authorizationUrl = () =>
        createOpenIdClient(
          { issuer, clientId, clientSecret: "secret", internalOrigin: () => provider.issuer },
          { warn: () => {} },
        ).authorizationUrl({ ...flow, state: "s" });
      provider.respondWith({ metadata });
      expect(await authorizationUrl()).toContain(`${issuer}/auth?`);
      provider.respondWith({ metadata: { ...metadata, [open]: "http://accounts.example/open" } });
      await expect(authorizationUrl()).rejects.toMatchObject(unavailable);
    },
  );

  test("is refused if the metadata is invalid", async () => {
    provider.respondWith({ metadata: { token_endpoint: "javascript:alert(1)" } });
    const url = client().authorizationUrl({ ...flow, state: "s" });
    await expect(url).rejects.toMatchObject(unavailable);
  });
});

describe("the profile", () => {
  test("has a lower-case email", async () => {
    expect(await read()).toEqual({
      subject: "subject",
      email: "person@example.com",
      emailVerified: true,
      name: "Person",
    });
    const form = provider.tokenRequests.at(-1);
    expect(form?.get("code_verifier")).toBe(flow.verifier);
    expect(form?.get("redirect_uri")).toBe(flow.redirectUri);
    expect(form?.has("client_secret")).toBe(false);
  });

  test.each([
    ["another nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["another issuer", { iss: "https://evil.example" }],
    ["another audience", { aud: "another.apps.example" }],
    ["another authorized party", { aud: [clientId, "other"], azp: "other" }],
    ["an expired token", { exp: 1_000 }],
    ["a token issued an hour ago", { iat: Math.floor(Date.now() / 1_000) - 3_600 }],
    ["no subject", { sub: undefined }],
    ["no email", { email: undefined }],
    ["an invalid email", { email: "person" }],
    ["a subject that cannot be stored", { sub: "a\u0000b" }],
  ])("is refused with %s", async (_case, claims) => {
    provider.respondWith({ claims }, { nonce: "the nonce" });
    await expect(read()).rejects.toMatchObject(refused);
  });

  // ASVS 16.2.5
  test("logs no personal data when it is refused", async () => {
    let written = "";
    const log = createLogger({ LOG_LEVEL: "info" }, { write: (line) => void (written += line) });
    for (const claims of [{ aud: "another.apps.example" }, { exp: 1_000 }, { nonce: "another" }]) {
      provider.respondWith({ claims }, { nonce: "the nonce" });
      const profile = client(log).readProfile(flow, { code: "a code", iss: undefined });
      await expect(profile).rejects.toMatchObject(refused);
    }
    expect(written.trim().split("\n")).toHaveLength(3);
    expect(written).not.toMatch(/user@|"Person"|the nonce|a code/);
  });

  // ASVS 6.8.2
  test.each(["foreign", "none"] as const)("is refused with a signature: %s", async (signature) => {
    provider.respondWith({ signature }, { nonce: "the nonce" });
    await expect(read()).rejects.toMatchObject(refused);
  });

  test.each([false, undefined, "false", 1])(
    "treats email_verified %j as unverified",
    async (email_verified) => {
      provider.respondWith({ claims: { email_verified } }, { nonce: "the nonce" });
      expect(await read()).toMatchObject({ emailVerified: false });
    },
  );

  test("is refused if the response names another issuer, or none although the metadata promises one", async () => {
    await expect(read({ iss: "https://evil.example" })).rejects.toMatchObject(refused);
    expect(await read({ iss: provider.issuer })).toMatchObject({ subject: "subject" });
    provider.respondWith(
      { metadata: { authorization_response_iss_parameter_supported: true } },
      { nonce: "the nonce" },
    );
    await expect(read()).rejects.toMatchObject(refused);
  });

  test("is refused if the token endpoint redirects, so code and secret are not sent on", async () => {
    const before = provider.tokenRequests.length;
    provider.respondWith({ redirects: true }, { nonce: "the nonce" });
    await expect(read()).rejects.toMatchObject(unavailable);
    expect(provider.tokenRequests).toHaveLength(before);
  });

  test.each([
    [400, refused],
    [401, refused],
    [503, unavailable],
  ])("maps a token response of status %d", async (tokenStatus, code) => {
    provider.respondWith({ tokenStatus }, { nonce: "the nonce" });
    await expect(read()).rejects.toMatchObject(code);
  });
});
