import type { WalStream } from "#server/platform/replication/stream-wal.ts";
import type { createSegmentBuffer } from "./segment-buffer.ts";

type Buffered = Pick<ReturnType<typeof createSegmentBuffer>, "take">;
type Received = ReturnType<Buffered["take"]>;

/**
 * Stores one thing after the other, never two at a time, and nothing after a failure: the failed one took its part out of
 * the buffer, so what follows would leave a hole.
 * @param options.put stores what was received, and returns the position up to which it is stored
 */
export function createFlusher(
  buffer: Buffered,
  { put, onStored }: { put: (received: Received) => Promise<bigint>; onStored: () => void },
) {
  let running: Promise<void> = Promise.resolve();
  let isQueued = false;
  let hasFailed = false;
  let reject: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, rejectIt) => (reject = rejectIt));
  failed.catch(() => undefined);
  const fail = (error: unknown): void => {
    hasFailed = true;
    reject(error);
  };
  const flush = (stream: Pick<WalStream, "confirm" | "resume">): void => {
    if (isQueued) return;
    isQueued = true;
    running = running
      .then(async () => {
        isQueued = false;
        if (hasFailed) return;
        const end = await put(buffer.take());
        onStored();
        if (end > 0n) stream.confirm(end);
        stream.resume();
      })
      .catch(fail);
  };
  return {
    failed,
    fail,
    flush,
    idle: () => running,
    finish: async (stream: WalStream) => {
      flush(stream);
      await running;
      stream.stop();
    },
  };
}
