import { AppError } from "#shared/errors/app-error.ts";

type Capacity = {
  /** Uploads in memory at a time: in all, from callers without a session, and from one IP address. */
  running: number;
  runningSignedOut: number;
  runningPerAddress: number;
  /** Uploads that wait: in all, from callers without a session, and from one IP address. */
  waiting: number;
  waitingSignedOut: number;
  waitingPerAddress: number;
};

const defaultCapacity: Capacity = {
  running: 6,
  runningSignedOut: 4,
  runningPerAddress: 2,
  waiting: 40,
  waitingSignedOut: 30,
  waitingPerAddress: 10,
};

type Caller = { address: string; isSignedIn: boolean };
type Waiting = { caller: Caller; start: () => void; refuse: (error: AppError) => void };

/**
 * Runs one upload as soon as there is a place. `isWanted` tells the running upload whether another one should have its
 * place.
 * @throws AppError unavailable if the queue is full
 */
export type UploadQueue = <T>(
  from: Caller & { signal: AbortSignal },
  work: (isWanted: () => boolean) => Promise<T>,
) => Promise<T>;

/**
 * Lets a few uploads into memory at a time; the others wait with their bodies unread. IP addresses share the places
 * evenly: a free place goes to the address with the fewest, and a full queue drops the last upload of the address that
 * fills it. Some places are reserved for callers with a session. A caller whose `signal` aborts leaves the queue.
 * General queues do not do this (docs/decisions/0032-own-code-kept.md).
 */
export function createUploadQueue(capacity: Capacity = defaultCapacity): UploadQueue {
  let running: Caller[] = [];
  let queue: Waiting[] = [];
  const waitingCallers = () => queue.map(({ caller }) => caller);
  const hasPlace = (caller: Caller, taken: Caller[]) => hasPlaceBeside(taken, caller, capacity);

  /** Whether this place would go to a waiting upload from an address with fewer places. */
  function isWanted(mine: Caller): boolean {
    const others = running.filter((one) => one !== mine);
    return waitingCallers().some(
      (caller) =>
        countFrom(caller.address, running) < countFrom(mine.address, running) &&
        hasPlace(caller, others),
    );
  }

  function finish(mine: Caller): void {
    running = running.filter((one) => one !== mine);
    const [next] = queue
      .filter(({ caller }) => hasPlace(caller, running))
      .toSorted(
        (one, other) =>
          countFrom(one.caller.address, running) - countFrom(other.caller.address, running),
      );
    if (!next) return;
    queue = queue.filter((one) => one !== next);
    running.push(next.caller);
    next.start();
  }

  /** @throws AppError unavailable if the queue is full, and no address fills more of it than this one would */
  function makeSpace(caller: Caller): void {
    const waiting = waitingCallers();
    const own = countFrom(caller.address, waiting);
    if (own >= capacity.waitingPerAddress) throw queueFull();
    const isFull = waiting.length >= capacity.waiting;
    if (!isFull && (caller.isSignedIn || countSignedOut(waiting) < capacity.waitingSignedOut))
      return;
    const last = lastOfFullestAddress(queue, isFull);
    if (!last || countFrom(last.caller.address, waiting) <= own + 1) throw queueFull();
    queue = queue.filter((one) => one !== last);
    last.refuse(queueFull());
  }

  function waitForPlace(caller: Caller, signal: AbortSignal): Promise<void> {
    makeSpace(caller);
    return new Promise((resolve, reject) => {
      const mine: Waiting = { caller, start: resolve, refuse: reject };
      queue.push(mine);
      signal.addEventListener("abort", () => {
        if (!queue.includes(mine)) return;
        queue = queue.filter((one) => one !== mine);
        reject(new AppError("timed_out"));
      });
    });
  }

  return async ({ address, isSignedIn, signal }, work) => {
    const mine = { address, isSignedIn };
    if (signal.aborted) throw new AppError("timed_out");
    if (hasPlace(mine, running)) running.push(mine);
    else await waitForPlace(mine, signal);
    try {
      return await work(() => isWanted(mine));
    } finally {
      finish(mine);
    }
  };
}

function hasPlaceBeside(taken: Caller[], caller: Caller, capacity: Capacity): boolean {
  return (
    taken.length < capacity.running &&
    (caller.isSignedIn || countSignedOut(taken) < capacity.runningSignedOut) &&
    countFrom(caller.address, taken) < capacity.runningPerAddress
  );
}

/** The upload that makes space for another: the last one of the address that waits with the most. */
function lastOfFullestAddress(queue: Waiting[], includesSignedIn: boolean): Waiting | undefined {
  const waiting = queue.map(({ caller }) => caller);
  const [last] = queue
    .filter((one) => includesSignedIn || !one.caller.isSignedIn)
    .toReversed()
    .toSorted(
      (one, other) =>
        countFrom(other.caller.address, waiting) - countFrom(one.caller.address, waiting),
    );
  return last;
}

function countFrom(address: string, callers: Caller[]): number {
  return callers.filter((one) => one.address === address).length;
}

function countSignedOut(callers: Caller[]): number {
  return callers.filter((one) => !one.isSignedIn).length;
}

function queueFull(): AppError {
  return new AppError("unavailable", {
    message: "Too many images are being uploaded. Please try again in a moment.",
    retryAfter: 5,
  });
}
