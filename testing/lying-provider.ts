import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from "jose";

type Lies = {
  /** What the ID token says otherwise; undefined leaves a claim out. */
  claims?: JWTPayload;
  /** Signed with a key that the provider does not publish, or with none. */
  signature?: "foreign" | "none";
  /** What its description of itself says otherwise. */
  description?: Record<string, unknown>;
  tokenStatus?: number;
  /** Sends whoever asks for a token on to the path that gives it. */
  redirects?: boolean;
};

/** An OpenID provider that says what a test wants, for what an honest one never does. */
export async function createLyingProvider(clientId: string) {
  const [own, foreign] = [await generateKeyPair("RS256"), await generateKeyPair("RS256")];
  const publicKey = { ...(await exportJWK(own.publicKey)), kid: "own", alg: "RS256", use: "sig" };
  let lies: Lies = {};
  let honest: JWTPayload = {};
  const posts: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    const say = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    if (request.url?.endsWith("/openid-configuration"))
      return void say({
        issuer,
        authorization_endpoint: `${issuer}/auth`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        ...lies.description,
      });
    if (request.url === "/keys") return void say({ keys: [publicKey] });
    if (lies.redirects && request.url === "/token")
      return void response.writeHead(307, { location: `${issuer}/elsewhere` }).end();
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      posts.push(new URLSearchParams(body));
      void idToken().then((token) =>
        say({ id_token: token, access_token: "unused", token_type: "Bearer" }, lies.tokenStatus),
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
      ...honest,
      ...lies.claims,
    };
    if (lies.signature === "none") {
      const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${part({ alg: "none" })}.${part(claims)}.`;
    }
    const key = lies.signature === "foreign" ? foreign.privateKey : own.privateKey;
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "own" }).sign(key);
  }

  return {
    issuer,
    /** Forms that came to its token endpoint. */
    posts,
    lie(next: Lies, truth: JWTPayload = {}) {
      lies = next;
      honest = truth;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
