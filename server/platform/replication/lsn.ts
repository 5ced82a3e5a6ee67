/** A position in the write-ahead log, from PostgreSQL's notation "16/B374D848". */
export function readLsn(text: string): bigint {
  const [high, low] = text.split("/");
  if (!high || !low || !/^[0-9a-f]{1,8}\/[0-9a-f]{1,8}$/i.test(text))
    throw new Error(`${text} is not a position in the write-ahead log.`);
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

export function writeLsn(lsn: bigint): string {
  return `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase();
}

export type Segment = { timeline: number; number: bigint };

/** The file name of the log segment that contains a position: timeline, then 8 digits each of its high and low part. */
export function segmentName({ timeline, number }: Segment, segmentBytes: number): string {
  const perId = 0x1_0000_0000n / BigInt(segmentBytes);
  return [BigInt(timeline), number / perId, number % perId]
    .map((part) => part.toString(16).toUpperCase().padStart(8, "0"))
    .join("");
}

/** Null if it is not the name of a segment. */
export function readSegmentName(name: string, segmentBytes: number): Segment | null {
  const [, timeline, high, low] = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/.exec(name) ?? [];
  if (!timeline || !high || !low) return null;
  const perId = 0x1_0000_0000n / BigInt(segmentBytes);
  return {
    timeline: Number(`0x${timeline}`),
    number: BigInt(`0x${high}`) * perId + BigInt(`0x${low}`),
  };
}

export type TimelineSwitch = { timeline: number; lsn: bigint };

/** Reads a timeline's history file: which earlier timelines it descends from, oldest first, and where each one ended. */
export function readTimelineHistory(text: string): TimelineSwitch[] {
  return text
    .split("\n")
    .map((line) => /^\s*(\d+)\s+([0-9A-F]{1,8}\/[0-9A-F]{1,8})\b/i.exec(line))
    .flatMap((match) =>
      match?.[1] && match[2] ? [{ timeline: Number(match[1]), lsn: readLsn(match[2]) }] : [],
    );
}
