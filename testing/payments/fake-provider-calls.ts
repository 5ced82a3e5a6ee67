import { ProviderError } from "#server/payments/provider/provider-error.ts";
import { failure, refused, yieldToOthers } from "./fake-provider-objects.ts";
import type { ProviderFault } from "./provider-fixture.ts";

/** The request and the response of a call with an idempotency key. */
type Kept =
  { parameters: string; answer: unknown } | { parameters: string; failure: ProviderError };

export type FakeCall = ReturnType<typeof createFakeCalls>["call"];

/** Calls to a fake provider, with planned faults and idempotency keys. */
export function createFakeCalls() {
  const keys = new Map<string, Kept>();
  let faults: ProviderFault[] = [];

  /** Runs a call, with its planned fault, and once per key. */
  async function call<T>(
    name: ProviderFault["call"],
    key: string | null,
    parameters: object,
    work: () => T,
  ) {
    const fault = faults.find((one) => one.call === name)?.kind;
    faults = faults.filter((one) => one.call !== name);
    await yieldToOthers();
    if (fault === "before") throw failure();
    if (fault === "lost") throw new ProviderError("unreachable", "The call did not arrive.", null);
    const answer = once(key, JSON.stringify({ name, parameters }), fault === "stored", work);
    await yieldToOthers();
    if (fault === "after") throw failure();
    if (fault === "hang") throw new ProviderError("unreachable", "No answer.", null);
    return answer;
  }
  function once<T>(key: string | null, parameters: string, breaks: boolean, work: () => T): T {
    if (key === null) return structuredClone(work());
    const stored = keys.get(key);
    if (stored && stored.parameters !== parameters) throw refused("idempotency_error");
    if (stored) {
      if ("failure" in stored) throw stored.failure;
      return structuredClone(stored.answer as T);
    }
    try {
      if (breaks) throw failure();
      const answer = work();
      keys.set(key, { parameters, answer: structuredClone(answer) });
      return structuredClone(answer);
    } catch (error) {
      if (error instanceof ProviderError) keys.set(key, { parameters, failure: error });
      throw error;
    }
  }
  return {
    call,
    fail: (fault: ProviderFault) => void faults.push(fault),
    clearFaults: () => void (faults = []),
  };
}
