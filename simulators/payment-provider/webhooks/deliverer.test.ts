import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Pool } from "pg";
import { afterEach, expect, test, vi } from "vitest";
import type { Delivery } from "#simulators/payment-provider/state/delivery-store.ts";
import { createDeliverer } from "./deliverer.ts";

afterEach(() => vi.unstubAllGlobals());

/** How many signals a signal still has to abort. Node 20 never removes those of `AbortSignal.any`. */
function dependents(signal: AbortSignal): number {
  const name = Object.getOwnPropertySymbols(signal).find(
    ({ description }) => description === "kDependantSignals",
  );
  return name ? ((Reflect.get(signal, name) as Set<unknown> | null)?.size ?? 0) : 0;
}

test("leaves nothing in memory of webhooks that were delivered", async () => {
  const signals: AbortSignal[] = [];
  class Noted extends AbortController {
    constructor() {
      super();
      signals.push(this.signal);
    }
  }
  vi.stubGlobal("AbortController", Noted);
  const receiver = createServer((_request, response) => void response.end("ok"));
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const { port } = receiver.address() as AddressInfo;
  const deliverer = createDeliverer({
    pool: { query: () => Promise.resolve({ rows: [] }) } as unknown as Pool,
    secret: "whsec_test",
    url: () => `http://127.0.0.1:${port}/`,
    log: { error: () => undefined, warn: () => undefined },
    timeoutMs: 10_000,
    firstRetryMs: 10,
    lookEveryMs: 10_000,
  });
  const delivery = { number: 1, attempts: 1, event: { id: "evt_1" } } as unknown as Delivery;
  for (let sent = 0; sent < 5; sent += 1) expect(await deliverer.send(delivery)).toBe(200);
  expect(signals.length).toBeGreaterThan(0);
  expect(Math.max(...signals.map(dependents))).toBe(0);
  await deliverer.stop();
  receiver.close();
});
