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
import { refuseLiveKeys } from "./refuse-live-keys.ts";
import { openSimulatorDatabase } from "./state/database-store.ts";
import { createDeliverer } from "./webhooks/deliverer.ts";

export type PaymentSimulatorOptions = {
  connectionString: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Null: events are kept and not sent. */
  webhookUrl: () => string | null;
  /** Base of the challenge page's address, as browsers see it. */
  publicAddress: () => string;
  log: Pick<FastifyBaseLogger, "info" | "warn" | "error">;
  /** 0, the default: any free one. */
  port?: number;
  /** After how long pending refunds and disputes go on by themselves; null: only when told to. 30 s by default. */
  settleAfterMs?: number | null;
  /** How long the receiver of a webhook may take. 10 s by default. */
  webhookTimeoutMs?: number;
  /** How often one address may post to `handle` in a minute. Any number by default; the SDK's own port has no limit. */
  callsPerMinute?: number;
  /** The address of whoever calls `handle`, as the limit counts it. Its connection's by default. */
  callerAddress?: (request: IncomingMessage) => string;
  /** The wait before a webhook's first retry. 1 s by default. */
  webhookRetryMs?: number;
  /** How often webhooks that another process left due are looked for. 1 s by default. */
  webhookLookMs?: number;
};

export type PaymentSimulator = {
  /** Where the server's SDK talks to it, such as `http://127.0.0.1:41234`. */
  address: string;
  /** Answers raw requests of another listener whose path isSimulatorPath(). */
  handle(request: IncomingMessage, response: ServerResponse): void;
  /** Faults, webhooks and what goes on later, for tests. */
  control: Control;
  stop(): Promise<void>;
};

/** Whether a request is one for the simulator: the provider's API, or the bank's challenge page. */
export function isSimulatorPath(url: string | undefined): boolean {
  return url !== undefined && /^\/(v1|payment-simulator)(\/|\?|$)/.test(url);
}

/**
 * Starts the provider's test mode without a network, on a loopback port of its own. Its state is in the schema
 * `payment_simulator` of the database. @throws when a key is not one of test mode
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
  const api: Api = {
    pool,
    setting,
    keys: { secretKey, publishableKey },
    faults,
    log,
    committed: deliverer.kick,
    control: (name, body) => controlOverHttp(control, name, body),
  };
  const clock = startClock({ pool, log, settled: deliverer.kick });
  const handle = (request: IncomingMessage, response: ServerResponse) => {
    const answered = request.url?.startsWith("/payment-simulator/")
      ? serveChallenge(api, request, response)
      : answerRequest(api, request, response);
    void answered.catch((error: unknown) => {
      if (error instanceof ApiError) {
        response.writeHead(error.status, { "content-type": "application/json" });
        response.end(JSON.stringify({ error: error.body }));
        return;
      }
      if (request.errored) log.info("payment simulator: the request was cut off");
      else log.error({ err: error }, "payment simulator: no answer");
      response.destroy();
    });
  };
  const mayCall = limitCallers(
    options.callsPerMinute ?? Number.POSITIVE_INFINITY,
    options.callerAddress ?? ((request) => request.socket.remoteAddress ?? ""),
  );
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, "127.0.0.1", resolve);
  });
  deliverer.kick();
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    handle(request, response) {
      if (mayCall(request)) return handle(request, response);
      response.writeHead(429, { "content-type": "application/json", connection: "close" });
      response.end(JSON.stringify({ error: rateLimited }));
    },
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
