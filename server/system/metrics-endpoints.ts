import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { AppError } from "#shared/errors/app-error.ts";
import type { Deps } from "#server/deps.ts";
import { ConfigError } from "#server/platform/config/config.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { renderMetrics } from "#server/platform/metrics/metrics.ts";
import { createCollector } from "./collect-readings.ts";

/** GET /metrics on the shop's port, for callers with METRICS_TOKEN. Without that setting there is no such page. */
export function metricsRoute(app: App, deps: Deps): void {
  const { METRICS_TOKEN: token } = deps.config;
  if (!token) return;
  const collect = createCollector(deps);
  app.get(
    "/metrics",
    { schema: { hide: true }, config: { priority: "essential" } },
    async (request, reply) => {
      if (!isAuthorized(request.headers.authorization, token)) {
        reply.header("www-authenticate", "Bearer");
        throw new AppError("not_signed_in", { message: "This needs the metrics token." });
      }
      const { contentType, text } = await renderMetrics(await collect());
      return reply.header("content-type", contentType).send(text);
    },
  );
}

/** Serves GET /metrics on METRICS_PORT. @throws ConfigError if the port cannot be used */
export async function startMetricsServer(
  deps: Deps,
): Promise<{ port: number | null; close: () => void }> {
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = deps.config;
  if (port === undefined) return { port: null, close: () => undefined };
  const collect = createCollector(deps);
  const server = createServer((request, response) => {
    answer(request, response, { collect, token }).catch((error: unknown) => {
      deps.log.error({ err: error }, "metrics: request failed");
      response.writeHead(500).end();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  }).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new ConfigError(`METRICS_PORT ${port} on ${host} cannot be used (${code}).`);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { collect, token }: { collect: ReturnType<typeof createCollector>; token: string | undefined },
): Promise<void> {
  const path = request.url?.split("?")[0];
  if (path !== "/metrics" || !["GET", "HEAD"].includes(request.method ?? "")) {
    response.writeHead(404).end();
    return;
  }
  if (token && !isAuthorized(request.headers.authorization, token)) {
    response.writeHead(401, { "www-authenticate": "Bearer" }).end();
    return;
  }
  const { contentType, text } = await renderMetrics(await collect());
  response.writeHead(200, { "content-type": contentType, "cache-control": "no-store" }).end(text);
}

/** Compares in constant time: hashes have the same length. */
function isAuthorized(header: string | undefined, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(header ?? "")?.[1] ?? "";
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(token));
}
