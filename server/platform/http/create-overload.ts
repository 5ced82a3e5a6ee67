import { performance } from "node:perf_hooks";
import type { FastifyBaseLogger } from "fastify";
import { count } from "#server/platform/metrics/metrics.ts";

/** What is refused first to last: `optional`, then `normal`, and `essential` only if even that is too much. */
export type Priority = "optional" | "normal" | "essential";

/**
 * The queues of a process (its turns, and two pools), each by the milliseconds after which a request of a priority is
 * refused.
 */
const limits: Record<Priority, { turn: number; pool: number }> = {
  // A booking waits for many turns, one for each of its statements, so the others leave it short ones.
  optional: { turn: 5, pool: 50 },
  normal: { turn: 15, pool: 100 },
  essential: { turn: 250, pool: 700 },
};

/** Every turn of the event loop takes longer than `longTurn` for `sustained` milliseconds: an overload, not a pause. */
const longTurn = 40;
const sustained = 200;
/** It ends when the event loop was idle for a part of this time. Refusing alone does not make it idle. */
const recovered = 1_000;
const busy = 0.9;
/** With fewer requests at a time, refusing would not help, whatever makes the process slow. */
const fewest = 20;
/** Milliseconds in which requests count as being at the same time. */
const sameTime = 250;
/** In an overload, as many requests are in progress, besides essential ones, as keep turns this short. */
const targetTurn = 50;
const fewestInProgress = 3;
const mostInProgress = 100;
/** While an essential request is in progress: each of its statements waits for a turn. */
const besideEssential = 1;
/** Milliseconds without a refusal that end a burst. */
const burstEnds = 5_000;
/** A turn is measured this often, and after a turn of `busyTurn` milliseconds, the next one too. */
const measureEvery = 50;
const busyTurn = 5;

/** A database pool, as far as its queue can be measured. */
type PoolQueue = {
  readonly waitingCount: number;
  on(event: "acquire", listener: () => void): unknown;
};

/** Whose connections a request waits for: those of all requests, or those of what visitors read. */
export type Waits = "requests" | "visitors" | null;

type OverloadDeps = {
  pools: Record<NonNullable<Waits>, PoolQueue>;
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  /** The number of requests that are being answered. */
  unfinished: () => number;
  now?: () => number;
  /** The part of the time since the last call in which the event loop was busy. */
  utilization?: () => number;
};

export type Overload = ReturnType<typeof createOverload>;

/**
 * Decides which requests to refuse while more arrive than the process can answer. It measures how long requests wait
 * rather than counting them, so it adapts to the machine: a turn of the event loop is as long as a request may wait until
 * it is read, and the pool's queue is as long as it waits for a connection. See docs/decisions/0057.
 */
export function createOverload({
  pools,
  log,
  unfinished,
  now = () => performance.now(),
  utilization = measureUtilization(),
}: OverloadDeps) {
  const refused: Record<Priority, number> = { optional: 0, normal: 0, essential: 0 };
  const queues = measurePools(pools, now);
  let isSlow = false;
  let longSince: number | null = null;
  let slowSince = 0;
  /** When the current turn began, if it is measured. */
  let turnBegan: number | null = null;
  const arrivals = countArrivals();
  const progress = limitProgress();
  const burst = createBurst(refused, log);

  function isTooLate(priority: Priority, waits: Waits, at: number): boolean {
    const { turn, pool: wait } = limits[priority];
    if (waits !== null && queues.wait(waits) > wait) return true;
    if (!isSlow || turnBegan === null || unfinished() + arrivals.recent(at) <= fewest) return false;
    return at - turnBegan > turn || (priority !== "essential" && progress.isFull(priority));
  }

  return {
    /** Requests refused since the start, by priority. */
    refused: refused as Readonly<typeof refused>,
    /** Whether `admits` has to be asked. Otherwise every request is answered. */
    isPossible: () => isSlow || queues.isWaiting(),
    /**
     * Whether to answer a request that has just been read. A refusal is counted.
     * @param onEnd calls a listener once the request is answered
     */
    admits(
      priority: Priority,
      waits: Waits,
      onEnd: (listener: () => void) => void = (listener) => listener(),
    ): boolean {
      const at = now();
      if (priority !== "essential") arrivals.add(at);
      if (!isTooLate(priority, waits, at)) {
        if (isSlow) progress.begins(priority, onEnd);
        return true;
      }
      burst.refuses(at);
      refused[priority] += 1;
      count("shed", { priority });
      return false;
    },
    turnBegins(): void {
      turnBegan = now();
    },
    /** @returns whether the next turn should be measured, too */
    turnEnds(): boolean {
      const at = now();
      const length = at - (turnBegan ?? at);
      turnBegan = null;
      if (length > longTurn) longSince ??= at - length;
      else longSince = null;
      if (isSlow && at - slowSince >= recovered) {
        slowSince = at;
        if (utilization() < busy) isSlow = false;
      }
      progress.adapt(length);
      if (!isSlow && longSince !== null && at - longSince >= sustained) {
        isSlow = true;
        slowSince = at;
        progress.reset();
        utilization();
      }
      queues.look();
      burst.look(at);
      return length > busyTurn;
    },
  };
}

/** Counts requests of about the same time. */
function countArrivals() {
  let since = 0;
  let current = 0;
  let previous = 0;
  function look(at: number) {
    if (at - since < sameTime) return;
    previous = at - since < 2 * sameTime ? current : 0;
    current = 0;
    since = at;
  }
  return {
    add(at: number) {
      look(at);
      current += 1;
    },
    recent(at: number) {
      look(at);
      return Math.max(current, previous);
    },
  };
}

/**
 * Limits how many requests are in progress. A page is rendered in later turns than the one in which it was admitted, so
 * the length of a turn says too late that too many were.
 */
function limitProgress() {
  let limit = fewestInProgress;
  let count = 0;
  let essential = 0;
  let wasFull = false;
  return {
    isFull(priority: Exclude<Priority, "essential">): boolean {
      const most = essential > 0 ? besideEssential : limit;
      const isFull = count >= (priority === "optional" ? most / 2 : most);
      wasFull ||= isFull;
      return isFull;
    },
    begins(priority: Priority, onEnd: (listener: () => void) => void) {
      if (priority === "essential") {
        essential += 1;
        onEnd(() => void (essential -= 1));
      } else {
        count += 1;
        onEnd(() => void (count -= 1));
      }
    },
    /** Fewer after a long turn, slowly more otherwise. */
    adapt(turn: number) {
      if (turn > targetTurn) limit = Math.max(fewestInProgress, limit * 0.8);
      else if (wasFull) limit = Math.min(mostInProgress, limit + 0.2);
      wasFull = false;
    },
    reset: () => void (limit = fewestInProgress),
  };
}

function measureUtilization(): () => number {
  let last = performance.eventLoopUtilization();
  return () => {
    const current = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(current, last);
    last = current;
    return utilization;
  };
}

/** Logs when refusals begin, and when there were none for a while. */
function createBurst(refused: Record<Priority, number>, log: OverloadDeps["log"]) {
  let burst: { began: number; last: number; before: typeof refused } | null = null;
  return {
    refuses(at: number) {
      if (!burst) {
        log.warn({ event: "overload" }, "more requests than this process can answer: some get 503");
        burst = { began: at, last: at, before: { ...refused } };
      }
      burst.last = at;
    },
    look(at: number) {
      if (!burst || at - burst.last < burstEnds) return;
      const { began, last, before } = burst;
      const counts = Object.fromEntries(
        (Object.keys(refused) as Priority[]).map((name) => [name, refused[name] - before[name]]),
      );
      const seconds = Math.round((last - began) / 1_000);
      log.info(
        { event: "overload_over", refused: counts, seconds },
        "all requests are answered again",
      );
      burst = null;
    },
  };
}

function measurePools({ requests, visitors }: OverloadDeps["pools"], now: () => number) {
  const queues = { requests: measurePool(requests, now), visitors: measurePool(visitors, now) };
  return {
    isWaiting: () => queues.requests.isWaiting() || queues.visitors.isWaiting(),
    /** Milliseconds. */
    wait: (waits: NonNullable<Waits>) => queues[waits].wait(),
    look() {
      queues.requests.look();
      queues.visitors.look();
    },
  };
}

/** Measures how long the pool's queue is, by the time that the last one in it takes to get a connection. */
function measurePool(pool: PoolQueue, now: () => number) {
  let last = 0;
  let probe: { ahead: number; since: number } | null = null;

  function end() {
    last = probe ? now() - probe.since : 0;
    probe = null;
  }
  pool.on("acquire", () => {
    if (probe && --probe.ahead <= 0) end();
  });
  return {
    isWaiting: () => probe !== null || last > 0,
    /** Milliseconds. */
    wait: () => (probe ? Math.max(last, now() - probe.since) : last),
    look() {
      const { waitingCount } = pool;
      if (waitingCount === 0) {
        probe = null;
        last = 0;
      } else if (probe) probe.ahead = Math.min(probe.ahead, waitingCount);
      else probe = { ahead: waitingCount, since: now() };
    },
  };
}

/** Measures turns of this process's event loop for `overload`. */
export function measureTurns(overload: Pick<Overload, "turnBegins" | "turnEnds">): void {
  function measure() {
    overload.turnBegins();
    // Runs after the requests of this turn were read.
    setImmediate(() => {
      if (overload.turnEnds()) measure();
      else setTimeout(measure, measureEvery).unref();
    });
  }
  measure();
}
