import { createHash } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createLogger } from "#server/platform/logger.ts";
import { createLyingProvider } from "#testing/lying-provider.ts";
import { createOpenIdClient } from "./create-openid-client.ts";

const clientId = "shop.apps.example";
let provider: Awaited<ReturnType<typeof createLyingProvider>>;
beforeAll(async () => {
  provider = await createLyingProvider(clientId);
});
beforeEach(() => provider.lie({}, { nonce: "the nonce" }));
afterAll(() => provider.close());

const trip = {
  redirectUri: "http://localhost:3000/api/auth/callback/google",
  nonce: "the nonce",
  verifier: "a-verifier-of-forty-three-characters-or-more",
};
const client = (log: Parameters<typeof createOpenIdClient>[1] = { warn: () => {} }) =>
  createOpenIdClient({ issuer: provider.issuer, clientId, clientSecret: "secret" }, log);
const read = (answer: { iss?: string } = {}) =>
  client().readPerson(trip, { code: "a code", iss: answer.iss });
const refused = { code: "provider_refused" };
const unavailable = { code: "provider_unavailable" };

describe("the way to the provider", () => {
  test("carries state, nonce and the verifier's digest, and never the verifier", async () => {
    const url = new URL(await client().authorizationUrl({ ...trip, state: "the state" }));
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      response_type: "code",
      client_id: clientId,
      redirect_uri: trip.redirectUri,
      scope: "openid email profile",
      state: "the state",
      nonce: "the nonce",
      code_challenge: createHash("sha256").update(trip.verifier).digest("base64url"),
      code_challenge_method: "S256",
      prompt: "select_account",
    });
  });

  test("is closed where the description is another issuer's", async () => {
    provider.lie({ description: { issuer: "https://accounts.google.com" } });
    const asked = client().authorizationUrl({ ...trip, state: "s" });
    await expect(asked).rejects.toMatchObject(unavailable);
  });

  test.each(["authorization_endpoint", "token_endpoint", "jwks_uri"])(
    "is closed where a provider behind TLS names a %s without it",
    async (open) => {
      const issuer = "https://accounts.example";
      const description = {
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      };
      const asked = () =>
        createOpenIdClient(
          { issuer, clientId, clientSecret: "secret", detour: () => provider.issuer },
          { warn: () => {} },
        ).authorizationUrl({ ...trip, state: "s" });
      provider.lie({ description });
      expect(await asked()).toContain(`${issuer}/auth?`);
      provider.lie({ description: { ...description, [open]: "http://accounts.example/open" } });
      await expect(asked()).rejects.toMatchObject(unavailable);
    },
  );

  test("is closed where the description is none", async () => {
    provider.lie({ description: { token_endpoint: "javascript:alert(1)" } });
    const asked = client().authorizationUrl({ ...trip, state: "s" });
    await expect(asked).rejects.toMatchObject(unavailable);
  });
});

describe("what the provider answers", () => {
  test("is a person with a lower-case email", async () => {
    expect(await read()).toEqual({
      subject: "subject",
      email: "person@example.com",
      emailVerified: true,
      name: "Person",
    });
    const form = provider.posts.at(-1);
    expect(form?.get("code_verifier")).toBe(trip.verifier);
    expect(form?.get("redirect_uri")).toBe(trip.redirectUri);
    expect(form?.has("client_secret")).toBe(false);
  });

  test.each([
    ["another's nonce", { nonce: "another" }],
    ["no nonce", { nonce: undefined }],
    ["another issuer", { iss: "https://evil.example" }],
    ["another audience", { aud: "another.apps.example" }],
    ["another party", { aud: [clientId, "other"], azp: "other" }],
    ["a token that is over", { exp: 1_000 }],
    ["a token of long ago", { iat: Math.floor(Date.now() / 1_000) - 3_600 }],
    ["no subject", { sub: undefined }],
    ["no email", { email: undefined }],
    ["an email that is none", { email: "person" }],
    ["a subject that cannot be stored", { sub: "a\u0000b" }],
  ])("is refused with %s", async (_what, claims) => {
    provider.lie({ claims }, { nonce: "the nonce" });
    await expect(read()).rejects.toMatchObject(refused);
  });

  test("leaves nothing of the person in the log where it is refused", async () => {
    let written = "";
    const log = createLogger({ LOG_LEVEL: "info" }, { write: (line) => void (written += line) });
    for (const claims of [{ aud: "another.apps.example" }, { exp: 1_000 }, { nonce: "another" }]) {
      provider.lie({ claims }, { nonce: "the nonce" });
      const asked = client(log).readPerson(trip, { code: "a code", iss: undefined });
      await expect(asked).rejects.toMatchObject(refused);
    }
    expect(written.trim().split("\n")).toHaveLength(3);
    expect(written).not.toMatch(/person@|"Person"|the nonce|a code/);
  });

  test.each(["foreign", "none"] as const)("is refused with a signature: %s", async (signature) => {
    provider.lie({ signature }, { nonce: "the nonce" });
    await expect(read()).rejects.toMatchObject(refused);
  });

  test.each([false, undefined, "false", 1])(
    "does not vouch for an email by email_verified %j",
    async (email_verified) => {
      provider.lie({ claims: { email_verified } }, { nonce: "the nonce" });
      expect(await read()).toMatchObject({ emailVerified: false });
    },
  );

  test("is refused where the answer names another issuer, or none though it always does", async () => {
    await expect(read({ iss: "https://evil.example" })).rejects.toMatchObject(refused);
    expect(await read({ iss: provider.issuer })).toMatchObject({ subject: "subject" });
    provider.lie(
      { description: { authorization_response_iss_parameter_supported: true } },
      { nonce: "the nonce" },
    );
    await expect(read()).rejects.toMatchObject(refused);
  });

  test("is not followed to another address: a code and a secret go no further", async () => {
    const before = provider.posts.length;
    provider.lie({ redirects: true }, { nonce: "the nonce" });
    await expect(read()).rejects.toMatchObject(unavailable);
    expect(provider.posts).toHaveLength(before);
  });

  test.each([
    [400, refused],
    [503, unavailable],
  ])("a code answered by %d is told apart", async (tokenStatus, code) => {
    provider.lie({ tokenStatus }, { nonce: "the nonce" });
    await expect(read()).rejects.toMatchObject(code);
  });
});
