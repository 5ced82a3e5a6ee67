import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buildApp } from "#server/app.ts";
import { createDeps } from "#server/create-deps.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { createLogger } from "#server/platform/logger.ts";
import { createTestDatabase } from "./test-database.ts";

type Method = "GET" | "POST" | "PUT" | "DELETE";
export type Call = { token?: string | undefined; body?: unknown; headers?: Record<string, string> };

/**
 * The whole server on a database of its own, for one test file. Settings may be given as the environment would.
 * `logTo` takes what it logs. `call` answers status, headers and parsed body of a request that goes through every hook.
 */
export async function createTestApp(
  env: Record<string, string> = {},
  logTo?: { write: (line: string) => void },
) {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), "marque-test-"));
  const config = loadConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    AUTH_SECRET: "a secret of the tests, long enough for them",
    RATE_LIMITS: "off",
    LOG_LEVEL: "silent",
    PUBLIC_URL: "http://localhost:3000",
    ...env,
  });
  // The provider's messages are delivered by the tests themselves, in the order they choose.
  const { deps, simulator, close } = await createDeps(
    config,
    createLogger(config, logTo),
    database.url,
    {
      own: () => null,
      public: () => "http://localhost:3000",
    },
  );
  const app = await buildApp(deps);
  await app.ready();

  async function call(method: Method, url: string, { token, body, headers }: Call = {}) {
    const response = await app.inject({
      method,
      url,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...(body !== undefined && { payload: body as object }),
    });
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    return {
      status: response.statusCode,
      headers: response.headers,
      // A test reads whatever was answered.

      body: isJson ? response.json() : response.body,
    };
  }

  return {
    app,
    deps,
    simulator,
    call,
    databaseUrl: database.url,
    async close() {
      await app.close();
      await close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
