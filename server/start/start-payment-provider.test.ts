import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadConfig } from "#server/platform/config/config.ts";
import { createTestDatabase, type TestDatabase } from "#testing/database/test-database.ts";
import { startPaymentProvider } from "./start-payment-provider.ts";

const toClose: (() => Promise<unknown>)[] = [];
let database: TestDatabase;
beforeEach(async () => {
  // Calls are counted by the minute, so the clock is stopped.
  vi.useFakeTimers({ toFake: ["Date"] });
  database = await createTestDatabase();
  toClose.push(() => database.drop());
});
afterEach(async () => {
  for (const close of toClose.splice(0).toReversed()) await close();
  vi.useRealTimers();
});

/** An HTTP server that passes everything to the simulator, like the shop's. */
async function aSimulator(env: Record<string, string>) {
  const { simulator } = await startPaymentProvider(loadConfig(env), {
    secret: "a secret of the tests, long enough for them",
    connectionString: database.url,
    address: { own: () => null, public: () => "" },
    log: pino({ level: "silent" }),
  });
  const server = createServer((request, response) => simulator!.handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  toClose.push(
    () => simulator!.stop(),
    () => new Promise((resolve) => server.close(resolve)),
  );
  const { port } = server.address() as AddressInfo;
  return async (client: string) => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/payment_methods`, {
      method: "POST",
      headers: { "x-forwarded-for": client },
    });
    await answer.arrayBuffer();
    return answer.status;
  };
}

const callsPerMinute = 240;
const calls = async (ask: (client: string) => Promise<number>, clients: string[]) => {
  const statuses: number[] = [];
  for (const client of clients) statuses.push(await ask(client));
  return statuses;
};

test("counts the simulator's calls by the client's own address behind a trusted proxy", async () => {
  const ask = await aSimulator({ TRUSTED_PROXIES: "127.0.0.0/8, 10.0.0.1" });
  const many = Array<string>(callsPerMinute).fill("198.51.100.1, 203.0.113.7");
  expect(await calls(ask, many)).not.toContain(429);
  // An address that the client claims itself has no effect.
  expect(await ask("192.0.2.9, 203.0.113.7")).toBe(429);
  expect(await ask("203.0.113.7, 10.0.0.1")).toBe(429);
  expect(await ask("203.0.113.8")).not.toBe(429);
});

test("counts the calls to all processes together", async () => {
  const one = await aSimulator({});
  const other = await aSimulator({});
  const half = Array<string>(callsPerMinute / 2).fill("");
  expect(await calls(one, half)).not.toContain(429);
  expect(await calls(other, half)).not.toContain(429);
  expect([await one(""), await other("")]).toEqual([429, 429]);
});

test("ignores forwarded addresses without a trusted proxy", async () => {
  const ask = await aSimulator({});
  const many = Array.from({ length: callsPerMinute }, (_, index) => `203.0.113.${index}`);
  expect(await calls(ask, many)).not.toContain(429);
  expect(await ask("198.51.100.1")).toBe(429);
});
