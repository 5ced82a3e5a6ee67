import type { IncomingMessage, ServerResponse } from "node:http";
import type { Pool } from "pg";
import type { FastifyBaseLogger } from "fastify";
import type { Setting } from "#simulators/payment-provider/call.ts";
import type { Faults } from "#simulators/payment-provider/control/faults.ts";
import { newId } from "#simulators/payment-provider/objects/new-id.ts";
import { ApiError, noRoute, providerFailure, secretKeyRequired } from "./api-error.ts";
import { authenticate } from "./authenticate.ts";
import { parseForm } from "./parse-form.ts";
import { readBody } from "./read-body.ts";
import { matchRoute } from "./routes.ts";
import { runRequest } from "./run-request.ts";
import { sendAnswer, sendPreflight, type Outgoing } from "./send-answer.ts";

export type Api = {
  pool: Pool;
  setting: Setting;
  keys: { secretKey: string; publishableKey: string };
  faults: Faults;
  log: Pick<FastifyBaseLogger, "error">;
  /** Called after the transaction of a request has committed. */
  committed: () => void;
  /** A call of the control API under /v1/test_helpers/simulator/: its answer, or null if there is no such call. */
  control: (name: string, body: string) => Promise<object | null>;
};

const controlPath = "/v1/test_helpers/simulator/";

/** Answers a request to the provider's API. Never log bodies: they contain card numbers. */
export async function answerRequest(
  api: Api,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (request.method === "OPTIONS") {
    sendPreflight(response, request.headers["access-control-request-headers"]);
    return;
  }
  const requestId = newId("req");
  const common = {
    requestId,
    version: header(request, "stripe-version"),
    idempotencyKey: header(request, "idempotency-key"),
  };
  try {
    const outgoing = await answer(api, request, common);
    if (outgoing) sendAnswer(response, outgoing);
  } catch (error) {
    // The client disconnected while sending the body.
    if (request.errored) throw error;
    sendAnswer(response, { ...common, ...failureOf(api, error, requestId) });
  }
}

type Common = Pick<Outgoing, "requestId" | "version" | "idempotencyKey">;

/** Null: the request must hang. */
async function answer(api: Api, request: IncomingMessage, common: Common) {
  const method = request.method ?? "GET";
  const [path = "/", query = ""] = (request.url ?? "/").split("?");
  const body = await readBody(request);
  const own = path.startsWith(controlPath);
  const params = own ? parseForm("") : parseForm(method === "POST" ? body || query : query);
  const key = authenticate(request, params, api.keys);
  const match = matchRoute(method, path);
  if (own && key === "secret" && method === "POST") {
    const done = await api.control(path.slice(controlPath.length), body);
    if (done) return { ...common, status: 200, body: JSON.stringify(done) };
  }
  if (!match) throw noRoute(method, path);
  if (key === "publishable" && !match.route.browser) throw secretKeyRequired();

  const fault = api.faults.take(method, path);
  if (fault === "before") throw providerFailure(true);
  const result = await runRequest({
    pool: api.pool,
    setting: api.setting,
    match,
    params,
    key,
    requestId: common.requestId,
    idempotencyKey: method === "POST" ? (common.idempotencyKey ?? null) : null,
    endpoint: `${method} ${path}`,
    breakDown: fault === "stored",
  });
  if (method === "POST") api.committed();
  if (fault === "hang") return null;
  if (fault === "after") throw providerFailure(true);
  // A retry with the same key would only replay the stored answer.
  const final = result.status >= 500 && common.idempotencyKey ? { shouldRetry: false } : {};
  return { ...common, ...result, ...final };
}

function failureOf(api: Api, error: unknown, requestId: string): { status: number; body: string } {
  if (!(error instanceof ApiError))
    api.log.error({ err: error, requestId }, "payment simulator: failed");
  const { status, body } = error instanceof ApiError ? error : providerFailure(false);
  return { status, body: JSON.stringify({ error: body }, null, 2) };
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}
