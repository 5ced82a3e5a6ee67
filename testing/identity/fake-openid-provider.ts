import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";

type Overrides = {
  /** Claims of the ID token; undefined leaves a claim out. */
  claims?: JWTPayload;
  /** Signs with a key that the provider does not publish, or not at all. */
  signature?: "foreign" | "none";
  /** Fields of its metadata. */
  metadata?: Record<string, unknown>;
  tokenStatus?: number;
  /** Redirects token requests to a path that issues the token. */
  redirects?: boolean;
};

/** A fake OpenID provider that can break any rule of the protocol. */
export async function createFakeOpenidProvider(clientId: string) {
  const own = await generateKeyPair("RS256");
  const foreign = await generateKeyPair("RS256");
  const publicKey = { ...(await exportJWK(own.publicKey)), kid: "own", alg: "RS256", use: "sig" };
  let overrides: Overrides = {};
  let defaultClaims: JWTPayload = {};
  const tokenRequests: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const reply = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url?.endsWith("/openid-configuration"))
      return void reply({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        ...overrides.metadata,
      });
    if (request.url === "/keys") return void reply({ keys: [publicKey] });
    if (overrides.redirects && request.url === "/token")
      return void response.writeHead(307, { location: `${issuer}/elsewhere` }).end();
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      tokenRequests.push(new URLSearchParams(body));
      void idToken().then((token) =>
        reply(
          { id_token: token, access_token: "unused", token_type: "Bearer" },
          overrides.tokenStatus,
        ),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function idToken(): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const claims = {
      iss: issuer,
      aud: clientId,
      sub: "subject",
      email: "Person@Example.com",
      email_verified: true,
      name: "Person",
      iat: now,
      exp: now + 300,
      ...defaultClaims,
      ...overrides.claims,
    };
    if (overrides.signature === "none") {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none" })}.${part(claims)}.`;
    }
    const key = overrides.signature === "foreign" ? foreign.privateKey : own.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "own" }).sign(key);
  }

  return {
    issuer,
    /** The forms posted to its token endpoint. */
    tokenRequests,
    respondWith(next: Overrides, claims: JWTPayload = {}) {
      overrides = next;
      defaultClaims = claims;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
