import type { CopyFlow, ReplicationClient } from "./replication-client.ts";
import { writeLsn } from "./lsn.ts";

// The first byte of each message (PostgreSQL's manual, "Streaming Replication Protocol").
const walData = 0x77;
const keepalive = 0x6b;
const standbyStatus = 0x72;
// PostgreSQL counts microseconds from 2000-01-01.
const epochMs = 946_684_800_000;

export type WalStream = {
  /** Rejects when the connection or the server ends; resolves after `stop`. */
  done: Promise<void>;
  /** Says up to where the log is stored: the server may discard what comes before. Also asks for a keepalive. */
  confirm(lsn: bigint): void;
  pause(): void;
  resume(): void;
  stop(): void;
};

/**
 * Streams the write-ahead log as it is written, from the start of a segment, through a replication slot: the server
 * keeps what has not been confirmed. Only one client can use a slot at a time.
 * @param onWal gets the bytes from `lsn` on, valid only during the call
 * @param onKeepalive called when the server answers, also if it has nothing new
 */
export function streamWal(
  client: ReplicationClient,
  { slot, from, timeline }: { slot: string; from: bigint; timeline: number },
  events: {
    onWal: (lsn: bigint, bytes: Buffer) => void;
    onKeepalive: () => void;
  },
): WalStream {
  let flow: CopyFlow | null = null;
  let confirmed = 0n;
  let stopped = false;
  const sendStatus = (wantsReply: boolean) => flow?.send(statusMessage(confirmed, wantsReply));
  const done = client
    .copy(
      `START_REPLICATION SLOT "${slot}" PHYSICAL ${writeLsn(from)} TIMELINE ${timeline}`,
      (message) => {
        if (message[0] === walData) events.onWal(message.readBigUInt64BE(1), message.subarray(25));
        else if (message[0] === keepalive) {
          // Its position is how far the server has sent its log, which can be far behind what was committed.
          events.onKeepalive();
          if (message[17] === 1) sendStatus(false);
        }
      },
      (started) => (flow = started),
    )
    .then(() => {
      if (!stopped) throw new Error("The server ended the stream of its write-ahead log.");
    })
    .catch((error: unknown) => {
      if (!stopped) throw error;
    });
  return {
    done,
    confirm: (lsn) => {
      confirmed = lsn;
      sendStatus(true);
    },
    pause: () => flow?.pause(),
    resume: () => flow?.resume(),
    stop: () => {
      stopped = true;
      client.cut();
    },
  };
}

function statusMessage(lsn: bigint, wantsReply: boolean): Buffer {
  const message = Buffer.alloc(34);
  message[0] = standbyStatus;
  // Written, flushed and applied: nothing is written that is not also flushed, and nothing is applied here.
  message.writeBigUInt64BE(lsn, 1);
  message.writeBigUInt64BE(lsn, 9);
  message.writeBigUInt64BE(0n, 17);
  message.writeBigInt64BE(BigInt(Date.now() - epochMs) * 1000n, 25);
  message[33] = wantsReply ? 1 : 0;
  return message;
}
