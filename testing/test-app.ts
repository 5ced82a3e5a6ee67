import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import { brotliDecompressSync } from "node:zlib";
import { z } from "zod";
import { buildApp, type Gate } from "#server/app.ts";
import { describeCall } from "#server/api-docs/describe-call.ts";
import { createDeps } from "#server/create-deps.ts";
import type { ImageStore } from "#server/images/public.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { loadConfig } from "#server/platform/config/config.ts";
import { createLogger } from "#server/platform/logger.ts";
import { createTestDatabase, type TestDatabase } from "./database/test-database.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
export type Call = { token?: string | undefined; body?: unknown; headers?: Record<string, string> };

const isText = (payload: unknown): payload is string | Buffer =>
  typeof payload === "string" || Buffer.isBuffer(payload);

/** Checks answers that are sent as JSON text against their schemas, which the product server does not. */
function checkEncodedAnswers(app: App): void {
  app.addHook("onSend", async (request, reply, payload) => {
    const schemas = request.routeOptions.schema?.response as Record<number, unknown> | undefined;
    const schema = schemas?.[reply.statusCode];
    if (!(schema instanceof z.ZodType) || !isText(payload)) return;
    const isCompressed = reply.getHeader("content-encoding") === "br";
    const json = isCompressed ? brotliDecompressSync(payload) : payload;
    const sent: unknown = JSON.parse(String(json));
    const { error, data } = schema.safeParse(sent);
    // Unlike the serializer, the check also refuses fields that the schema does not have.
    if (error || !isDeepStrictEqual(data, sent))
      throw new Error(`The answer does not fit its schema. ${error?.message ?? ""}`);
  });
}

/** Checks that the API documentation has every 4xx answer that a test gets. */
function checkDocumentedErrors(app: App): void {
  app.addHook("onSend", async ({ routeOptions }, { statusCode }, payload) => {
    const { url, schema, method, config } = routeOptions;
    if (statusCode < 400 || statusCode >= 500 || !url?.startsWith("/api/") || schema?.hide)
      return payload;
    const call = { url, schema, config, method: method === "HEAD" ? "GET" : method };
    if (!describeCall(call).refusals.includes(statusCode))
      throw new Error(`${[method].flat()[0]} ${url} does not document ${statusCode}.`);
    return payload;
  });
}

/**
 * The whole server on its own database, for one test file. `env` overrides settings, `write` receives the log lines.
 * `call` sends a request through every hook and returns its status, headers and parsed body.
 */
export async function createTestApp(
  env: Record<string, string> = {},
  {
    write,
    providerTimeout,
    images,
    gate,
    database: given,
  }: {
    write?: (line: string) => void;
    providerTimeout?: number;
    /** An image store to use instead of the configured one. */
    images?: ImageStore;
    /** What may answer a request before the server does. `call` bypasses it; listen to ask it. */
    gate?: Gate;
    /** A database to open instead of a new one. It is dropped at the end. */
    database?: TestDatabase;
  } = {},
) {
  const database = given ?? (await createTestDatabase());
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
  const { deps, simulator, close } = await createDeps(
    config,
    createLogger(config, write && { write }),
    config.DATABASE_URL!,
    // The tests deliver the provider's webhooks themselves, in the order they choose.
    { own: () => null, public: () => "http://localhost:3000" },
    { providerTimeout, images },
  );
  await deps.catalogue.loaded;
  const app = await buildApp(deps, gate);
  checkEncodedAnswers(app);
  checkDocumentedErrors(app);
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
