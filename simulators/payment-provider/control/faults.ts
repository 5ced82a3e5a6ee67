/**
 * How a request fails:
 * - before: 500, and nothing is done · after: the work is done, and the answer is 500
 * - hang: the work is done, and no answer ever comes · stored: 500, nothing is done, and the key replays that 500
 */
export type Fault = {
  kind: "before" | "after" | "hang" | "stored";
  /** Only requests of this method; any, if left out. */
  method?: "GET" | "POST" | undefined;
  /** Only requests whose path has this in it, such as `/confirm`; any, if left out. */
  path?: string | undefined;
  /** How many requests fail. */
  times?: number | undefined;
};

export type Faults = {
  add(fault: Fault): void;
  /** The fault that this request meets, which is used up by it. */
  take(method: string, path: string): Fault["kind"] | null;
  clear(): void;
};

/** Faults to come, in this process only: a restart forgets them. */
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
