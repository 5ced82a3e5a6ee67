import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readWithDeadline } from "./read-with-deadline.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Uploads at `bytesPerSecond` and returns when the upload was done or cut off. */
async function readAt(
  bytesPerSecond: number,
  { bytes, isWanted }: { bytes: number; isWanted: boolean },
): Promise<{ outcome: string; seconds: number }> {
  let arrived = 0;
  const start = Date.now();
  let finish: () => void;
  const whole = new Promise<void>((resolve) => (finish = resolve));
  const sender = setInterval(() => {
    arrived += bytesPerSecond;
    if (arrived >= bytes) finish();
  }, 1_000);
  const reading = readWithDeadline({
    stream: Readable.from([]),
    arrived: () => arrived,
    read: () => whole,
    isWanted: () => isWanted,
  });
  const ended = reading.then(
    () => "done",
    (error: { code: string }) => error.code,
  );
  const answer = ended.then((outcome) => ({ outcome, seconds: (Date.now() - start) / 1_000 }));
  await vi.advanceTimersByTimeAsync(15 * 60_000);
  clearInterval(sender);
  return answer;
}

const tenMegabytes = 10 * 1024 * 1024;

describe("an upload", () => {
  test("may take ten minutes while no upload waits for its place", async () => {
    const honest = await readAt(18_000, { bytes: tenMegabytes, isWanted: false });
    expect(honest).toEqual({ outcome: "done", seconds: 583 });
    const endless = await readAt(1_000_000, { bytes: Infinity, isWanted: false });
    expect(endless).toEqual({ outcome: "timed_out", seconds: 600 });
  });

  test("is cut off when it stalls", async () => {
    const stalled = await readAt(800, { bytes: tenMegabytes, isWanted: false });
    expect(stalled).toEqual({ outcome: "timed_out", seconds: 10 });
  });

  test("loses its place after 20 seconds if it is slow and others wait", async () => {
    const slow = await readAt(50_000, { bytes: tenMegabytes, isWanted: true });
    expect(slow).toEqual({ outcome: "timed_out", seconds: 20 });
    const small = await readAt(50_000, { bytes: 900_000, isWanted: true });
    expect(small).toEqual({ outcome: "done", seconds: 18 });
  });

  test("keeps its place at a good pace for at most two minutes while others wait", async () => {
    const good = await readAt(100_000, { bytes: tenMegabytes, isWanted: true });
    expect(good).toEqual({ outcome: "done", seconds: 105 });
    const endless = await readAt(1_000_000, { bytes: Infinity, isWanted: true });
    expect(endless).toEqual({ outcome: "timed_out", seconds: 120 });
  });
});
