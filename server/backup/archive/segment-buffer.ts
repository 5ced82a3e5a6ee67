import { BackupError } from "../backup-error.ts";

/** One segment of the log, from its start to as far as it was received. */
export type ReceivedSegment = { number: bigint; bytes: Buffer };

/**
 * Collects a stream of the log into segments.
 * @param start the start of a segment
 */
export function createSegmentBuffer(start: bigint, segmentBytes: number) {
  const size = BigInt(segmentBytes);
  let position = start;
  let current = Buffer.alloc(segmentBytes);
  let full: ReceivedSegment[] = [];

  /** @throws BackupError if bytes were left out */
  const add = (lsn: bigint, bytes: Buffer): void => {
    if (lsn !== position) throw new BackupError("The database left out a part of its log.");
    for (let from = 0; from < bytes.length;) {
      const used = Number(position % size);
      const taken = bytes.copy(current, used, from, from + segmentBytes - used);
      position += BigInt(taken);
      from += taken;
      if (position % size !== 0n) continue;
      full.push({ number: position / size - 1n, bytes: current });
      current = Buffer.alloc(segmentBytes);
    }
  };

  /** What was received but not taken: full segments, and the beginning of the current one. */
  const take = (): { segments: ReceivedSegment[]; end: bigint } => {
    const segments = full;
    full = [];
    const used = Number(position % size);
    if (used > 0)
      segments.push({ number: position / size, bytes: Buffer.from(current.subarray(0, used)) });
    return { segments, end: position };
  };

  return {
    add,
    take,
    position: () => position,
    isFull: () => full.length > 0,
  };
}
