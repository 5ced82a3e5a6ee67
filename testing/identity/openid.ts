import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openidPath } from "#simulators/openid-provider/openid-path.ts";
import {
  startOpenidProvider,
  type OpenidProvider,
} from "#simulators/openid-provider/start-openid-provider.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { createTestDatabase } from "#testing/database/test-database.ts";

const log = { info: () => {}, error: (entry: unknown) => console.error(entry) };

/** The client credentials that the test provider accepts. */
export const testClient = { clientId: "test-shop", clientSecret: "test-shop:secret/with+signs%" };

/**
 * Starts the demo's OpenID provider on its own port, as a stand-in for Google. Like behind a load balancer, two providers
 * with one database take turns to answer. It can stop and start again at the same address.
 */
export async function createTestOpenid(redirectUri: string) {
  const database = await createTestDatabase();
  const { pool } = connectDatabase(database.url, 2);
  const providers: OpenidProvider[] = [];
  let asked = 0;
  const handle = (...given: Parameters<OpenidProvider["handle"]>) =>
    providers[asked++ % providers.length]?.handle(...given);
  let server = await listen((request, response) => void handle(request, response), 0);
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}${openidPath}`;
  for (let process = 0; process < 2; process++)
    providers.push(
      await startOpenidProvider({
        ...testClient,
        issuer,
        redirectUris: [redirectUri],
        secret: Buffer.from("a secret of the tests"),
        pool,
        log,
      }),
    );
  return {
    issuer,
    settings: {
      GOOGLE_CLIENT_ID: testClient.clientId,
      GOOGLE_CLIENT_SECRET: testClient.clientSecret,
      GOOGLE_ISSUER_URL: issuer,
    },
    goDown: () => close(server),
    async comeBack() {
      server = await listen((request, response) => void handle(request, response), port);
    },
    async close() {
      if (server.listening) await close(server);
      await pool.end();
      await database.drop();
    },
  };
}

/** What the user does on the provider's page. */
export type Choice = { email: string; name?: string; unverified?: "yes" } | { cancel: "yes" };

/**
 * Opens the provider's page like a browser, with the provider's cookies, and makes a choice there.
 * @returns the URL that the provider redirects the browser to
 */
export async function chooseAtProvider(
  authorizationUrl: string,
  choice: Choice,
  cookies = new Map<string, string>(),
): Promise<string> {
  async function visit(address: string, form?: URLSearchParams): Promise<Response> {
    const response = await fetch(address, {
      redirect: "manual",
      headers: {
        accept: "text/html",
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      },
      ...(form && { method: "POST", body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  }
  const next = (from: string, response: Response) => {
    const location = response.headers.get("location");
    if (!location) throw new Error(`${from} answered ${response.status} without a redirect.`);
    return new URL(location, from).href;
  };
  const page = next(authorizationUrl, await visit(authorizationUrl));
  const shown = await visit(page);
  if (shown.status !== 200) throw new Error(`The provider's page answered ${shown.status}.`);
  let at = next(page, await visit(page, new URLSearchParams(choice)));
  while (new URL(at).origin === new URL(authorizationUrl).origin) at = next(at, await visit(at));
  return at;
}

function listen(handler: Parameters<typeof createServer>[1], port: number): Promise<Server> {
  const server = createServer(handler);
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
