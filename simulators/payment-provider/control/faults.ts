/**
 * How a request fails:
 * - before: 500, without an effect · after: 500, with its effect
 * - hang: no answer, with its effect · stored: 500, without an effect, replayed for the same key
 */
export type Fault = {
  kind: "before" | "after" | "hang" | "stored";
  /** Only requests with this method; default: any. */
  method?: "GET" | "POST" | undefined;
  /** Only requests whose path contains this, such as `/confirm`; default: any. */
  path?: string | undefined;
  /** How many requests fail. */
  times?: number | undefined;
};

export type Faults = {
  add(fault: Fault): void;
  /** Takes the fault for this request, if there is one. */
  take(method: string, path: string): Fault["kind"] | null;
  clear(): void;
};

/** Planned faults. They exist only in this process and do not survive a restart. */
export function createFaults(): Faults {
  let waiting: (Fault & { times: number })[] = [];
  return {
    add(fault) {
      waiting.push({ ...fault, times: fault.times ?? 1 });
    },
    take(method, path) {
      const fault = waiting.find(
        (candidate) =>
          (!candidate.method || candidate.method === method) && path.includes(candidate.path ?? ""),
      );
      if (!fault) return null;
      fault.times -= 1;
      waiting = waiting.filter((candidate) => candidate.times > 0);
      return fault.kind;
    },
    clear() {
      waiting = [];
    },
  };
}
