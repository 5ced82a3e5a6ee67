import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyBaseLogger } from "fastify";
import { serveChallenge } from "./challenge/serve-challenge.ts";
import { createControl, type Control } from "./control/create-control.ts";
import { controlOverHttp } from "./control/control-over-http.ts";
import { createFaults } from "./control/faults.ts";
import { ApiError } from "./http/api-error.ts";
import { answerRequest, type Api } from "./http/answer-request.ts";
import { startClock } from "./later/clock.ts";
import { limitCallers, rateLimited } from "./http/limit-callers.ts";
import { openSimulatorDatabase } from "./state/database-store.ts";
import { createDeliverer } from "./webhooks/deliverer.ts";

const liveKey = /^(sk|pk|rk)_live_/;
const testKey = /^(sk|pk|rk)_test_/;

export type PaymentSimulatorOptions = {
  connectionString: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Null: events are stored and not sent. */
  webhookUrl: () => string | null;
  /** Base URL of the challenge page, as browsers see it. */
  publicAddress: () => string;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  /** Default: any free port. */
  port?: number;
  /** Delay before pending refunds and disputes continue; null: only through the control API. Default: 30 s. */
  settleAfterMs?: number | null;
  /** How long the receiver of a webhook may take. Default: 10 s. */
  webhookTimeoutMs?: number;
  /** Posts per minute and address to `handle`. Default: no limit; the SDK's own port never has one. */
  callsPerMinute?: number;
  /** The IP address of a caller of `handle`, for the limit. Default: from its connection. */
  callerAddress?: (request: IncomingMessage) => string;
  /** Delay before the first retry of a webhook. Default: 1 s. */
  webhookRetryMs?: number;
  /** Interval for checking webhooks left by other processes. Default: 1 s. */
  webhookLookMs?: number;
};

export type PaymentSimulator = {
  /** Base URL for the SDK of the server, such as `http://127.0.0.1:41234`. */
  address: string;
  /** Answers raw requests of another listener if `isSimulatorPath` matches. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Controls faults, webhooks and pending tasks in tests. */
  control: Control;
  stop(): Promise<void>;
};

/** Whether a path belongs to the simulator: the provider's API or the bank's challenge page. */
export function isSimulatorPath(url: string | undefined): boolean {
  return url !== undefined && /^\/(v1|payment-simulator)(\/|\?|$)/.test(url);
}

/**
 * Starts the simulator on its own loopback port. Its state is in the database schema `payment_simulator`.
 * @throws if a key is not a test key
 */
export async function startPaymentSimulator(
  options: PaymentSimulatorOptions,
): Promise<PaymentSimulator> {
  const { secretKey, publishableKey, log } = options;
  refuseLiveKeys({ secretKey, publishableKey });
  const pool = await openSimulatorDatabase(options.connectionString, log);
  const deliverer = createDeliverer({
    pool,
    secret: options.webhookSecret,
    url: options.webhookUrl,
    log,
    timeoutMs: options.webhookTimeoutMs ?? 10_000,
    firstRetryMs: options.webhookRetryMs ?? 1_000,
    lookEveryMs: options.webhookLookMs ?? 1_000,
  });
  const setting = {
    publicAddress: options.publicAddress,
    fingerprintKey: secretKey,
    settleAfterMs: options.settleAfterMs === undefined ? 30_000 : options.settleAfterMs,
  };
  const faults = createFaults();
  const control = createControl({
    pool,
    faults,
    deliverer,
    webhookSecret: options.webhookSecret,
  });
  const api: LoggedApi = {
    pool,
    setting,
    keys: { secretKey, publishableKey },
    faults,
    log,
    committed: deliverer.kick,
    control: (name, body) => controlOverHttp(control, name, body),
  };
  const clock = startClock({ pool, log, settled: deliverer.kick });
  const mayCall = limitCallers({
    pool,
    most: options.callsPerMinute ?? Number.POSITIVE_INFINITY,
    addressOf: options.callerAddress ?? ((request) => request.socket.remoteAddress ?? ""),
    hashKey: secretKey,
  });
  const server = createServer(handler(api, () => Promise.resolve(true)));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  deliverer.kick();
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handle: handler(api, mayCall),
    control,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
      await clock.stop();
      await deliverer.stop();
      await pool.end();
    },
  };
}

type LoggedApi = Api & Pick<PaymentSimulatorOptions, "log">;

/** Answers requests, and those of callers over their limit with the provider's error. */
function handler(
  api: LoggedApi,
  mayCall: (request: IncomingMessage) => Promise<boolean>,
): (request: IncomingMessage, response: ServerResponse) => void {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!(await mayCall(request))) {
      response.writeHead(429, { "content-type": "application/json", connection: "close" });
      response.end(JSON.stringify({ error: rateLimited }));
    } else if (request.url?.startsWith("/payment-simulator/"))
      await serveChallenge(api, request, response);
    else await answerRequest(api, request, response);
  }
  return (request, response) =>
    void answer(request, response).catch((error: unknown) => {
      if (error instanceof ApiError) {
        response.writeHead(error.status, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: error.body }));
        return;
      }
      if (request.errored) api.log.info("payment simulator: the client disconnected");
      else api.log.error({ err: error }, "payment simulator: request failed");
      response.destroy();
    });
}

/** Throws unless both keys are test keys: the simulator must never handle real payments. */
function refuseLiveKeys(keys: { secretKey: string; publishableKey: string }): void {
  for (const [name, key] of Object.entries(keys)) {
    if (liveKey.test(key))
      throw new Error(`The payment simulator does not start with a live key (${name}).`);
    if (!testKey.test(key))
      throw new Error(`The payment simulator needs a test key, such as sk_test_… (${name}).`);
  }
}
