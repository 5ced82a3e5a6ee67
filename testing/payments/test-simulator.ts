import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Stripe from "stripe";
import {
  startPaymentSimulator,
  type PaymentSimulatorOptions,
} from "#simulators/payment-provider/start-payment-simulator.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";

export const testKeys = {
  secretKey: "sk_test_simulator_secret",
  publishableKey: "pk_test_simulator_publishable",
  webhookSecret: "whsec_simulator_secret",
};

/** The provider's SDK, connected to the simulator at `address`, without retries. */
export function sdkFor(address: string, key = testKeys.secretKey): Stripe {
  const { hostname, port } = new URL(address);
  return new Stripe(key, {
    host: hostname,
    port: Number(port),
    protocol: "http",
    maxNetworkRetries: 0,
    telemetry: false,
  });
}

/**
 * A simulator on its own database or on a given one. It settles no payments and sends no webhooks by itself unless the
 * options say so. `send` sends a plain HTTP request; `errors` has the errors that the simulator logged.
 */
export async function createTestSimulator(
  options: Partial<PaymentSimulatorOptions> = {},
  given?: TestDatabase,
) {
  const database = given ?? (await createTestDatabase());
  const errors: unknown[] = [];
  const simulator = await startPaymentSimulator({
    connectionString: database.url,
    ...testKeys,
    webhookUrl: () => null,
    publicAddress: () => "http://shop.example",
    log: { info: () => {}, warn: () => {}, error: (entry: unknown) => void errors.push(entry) },
    settleAfterMs: null,
    webhookRetryMs: 20,
    ...options,
  });

  async function send(
    path: string,
    { key, form, headers }: { key?: string; form?: Record<string, string>; headers?: object } = {},
  ) {
    const response = await fetch(simulator.address + path, {
      method: form ? "POST" : "GET",
      ...(form && { body: new URLSearchParams(form) }),
      headers: { ...(key && { authorization: `Bearer ${key}` }), ...headers },
      redirect: "manual",
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json");
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : undefined,
    };
  }

  return {
    simulator,
    control: simulator.control,
    stripe: sdkFor(simulator.address),
    send,
    errors,
    database,
    async close() {
      await simulator.stop();
      if (!given) await database.drop();
    },
  };
}

/** The error that an SDK call throws. */
export async function errorOf(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) return error;
    throw error;
  }
  throw new Error("the call did not fail");
}

/** A webhook receiver that records each request and responds with the status that `reply` returns, 200 by default. */
export async function createReceiver() {
  const received: { body: string; signature: string; at: number }[] = [];
  const waiting = new Set<ServerResponse>();
  let reply: (count: number) => number | "never" = () => 200;
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString("utf8")));
    request.on("end", () => {
      const signature = String(request.headers["stripe-signature"]);
      received.push({ body, signature, at: Date.now() });
      const status = reply(received.length);
      if (status === "never") waiting.add(response);
      else response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    replyWith: (next: typeof reply) => {
      reply = next;
    },
    types: () => received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type),
    async close() {
      for (const response of waiting) response.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
