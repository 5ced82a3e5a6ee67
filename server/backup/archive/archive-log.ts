import type { Database } from "#server/platform/database/database.ts";
import { readLsn, writeLsn } from "#server/platform/replication/lsn.ts";
import {
  connectReplication,
  type ReplicationClient,
} from "#server/platform/replication/replication-client.ts";
import { streamWal } from "#server/platform/replication/stream-wal.ts";
import { BackupError } from "../backup-error.ts";
import { ensureSlot, readLogEnd, slotName } from "../backup-store.ts";
import { listBackups } from "../manifest.ts";
import { readServerFacts } from "../server-facts-store.ts";
import type { Repository } from "../storage/repository.ts";
import {
  historyName,
  readSoundTimeline,
  segmentFile,
  writeHistory,
  writeTimeline,
  type ArchivedTimeline,
} from "./archive-files.ts";
import { createFlusher } from "./flusher.ts";
import { refuseOtherHistory } from "./refuse-returned-database.ts";
import { createSegmentBuffer, type ReceivedSegment } from "./segment-buffer.ts";

/** Milliseconds to store the last changes when the shop stops. They are stored after the next start otherwise. */
const lastChanceMs = 1_000;

export type ArchiveSource = {
  db: Database;
  /** Of the server itself, not of a pooler. */
  directUrl: string;
  repository: Repository;
  /** Copies the images that the rows received so far show, so that none is missing after a restore. */
  copyImages: () => Promise<void>;
  /** Called if the archive cannot continue an earlier one, so that a new backup must be made. */
  onGap: () => Promise<void>;
  /** Milliseconds after which a change is stored at the latest, if the place can be reached. */
  intervalMs: number;
};

/**
 * Stores the database's log continuously, until `signal` aborts. What has been received is stored once more on the way
 * out. The database keeps its log until it is stored.
 * @param options.onStored called each time that all received so far is stored
 * @throws if the database or the place cannot be reached, or if another process archives already
 */
export async function archiveLog(
  source: ArchiveSource,
  { signal, onStored }: { signal: AbortSignal; onStored: () => void },
): Promise<void> {
  const { db, repository, directUrl, intervalMs } = source;
  const facts = await readServerFacts(db);
  const client = await connectReplication(directUrl);
  try {
    const [identity] = await client.rows("IDENTIFY_SYSTEM");
    const timeline = Number(identity?.timeline);
    await storeHistory(client, repository, { systemId: facts.systemId, timeline });
    let hasAsked = false;
    const askForBackup = async () => {
      if (!hasAsked) await source.onGap();
      hasAsked = true;
    };
    const slotLsn = await ensureSlot(db, askForBackup);
    // After the slot, which another process may just have moved: it stores the state first.
    const archived = await readSoundTimeline(repository, facts.systemId, timeline);
    const size = BigInt(facts.segmentBytes);
    const from = (readLsn(slotLsn) / size) * size;
    // The log between has gone to another place, or nowhere.
    const hasGap = archived !== null && readLsn(archived.lsn) < from;
    const isApart = archived === null && (await isAfterBackups(repository, facts, timeline, from));
    if (hasGap || isApart) await askForBackup();
    const last = hasGap ? null : archived;
    const buffer = createSegmentBuffer(from, facts.segmentBytes);
    const store = createStore(source, {
      ...facts,
      state: last ?? { timeline, since: new Date(), until: new Date(0), lsn: slotLsn },
      // Nothing shorter may replace what is stored, should the process stop while it catches up.
      least: [readLsn(slotLsn), last ? readLsn(last.lsn) : 0n],
      archivedUntil: last ? readLsn(last.lsn) : 0n,
    });
    const flusher = createFlusher(buffer, { put: store.put, onStored });
    const stream = streamWal(
      client,
      { slot: slotName, from, timeline },
      {
        onWal: (lsn, bytes) => {
          buffer.add(lsn, bytes);
          if (!buffer.isFull()) return;
          stream.pause();
          flusher.flush(stream);
        },
        onKeepalive: () => void store.noteEnd().catch(flusher.fail),
      },
    );
    const timer = setInterval(() => flusher.flush(stream), intervalMs);
    const onAbort = () => {
      void flusher.finish(stream);
      // A place that does not answer must not delay the database's end, which waits for its streams.
      setTimeout(() => stream.stop(), lastChanceMs).unref();
    };
    signal.addEventListener("abort", onAbort);
    try {
      if (signal.aborted) stream.stop();
      await Promise.race([stream.done, flusher.failed]);
    } finally {
      clearInterval(timer);
      // The next archive must not begin beside what is still being stored. The store's own time limits end that.
      await flusher.idle();
      signal.removeEventListener("abort", onAbort);
      stream.stop();
    }
  } finally {
    client.cut();
  }
}

/**
 * Whether a new archive begins after all backups of its history, which is so if those were made by hand. A place
 * without backups asks for one when it is opened.
 */
async function isAfterBackups(
  repository: Repository,
  { systemId }: { systemId: string },
  timeline: number,
  from: bigint,
): Promise<boolean> {
  const { backups } = await listBackups(repository, () => undefined);
  const own = backups.filter(({ log }) => log?.systemId === systemId && log.timeline === timeline);
  return own.length > 0 && own.every(({ log }) => readLsn(log!.endLsn) < from);
}

async function storeHistory(
  client: ReplicationClient,
  repository: Repository,
  { systemId, timeline }: { systemId: string; timeline: number },
): Promise<void> {
  if (timeline === 1) return;
  const [history] = await client.rows(`TIMELINE_HISTORY ${timeline}`);
  const content = history?.content;
  if (!content)
    throw new BackupError(`The database has lost ${historyName(timeline)}, which a restore needs.`);
  // The server sends bytea as text in this command.
  await writeHistory(repository, systemId, { timeline, text: Buffer.from(content) });
}

type Buffered = ReturnType<typeof createSegmentBuffer>;

function createStore(
  { db, repository, copyImages }: ArchiveSource,
  from: {
    systemId: string;
    segmentBytes: number;
    state: ArchivedTimeline;
    least: bigint[];
    archivedUntil: bigint;
  },
) {
  const { systemId, segmentBytes, archivedUntil } = from;
  const { timeline, since } = from.state;
  let stored: ArchivedTimeline = from.state;
  /** What is stored up to this position is complete until this time. */
  let noted: { lsn: bigint; at: Date } | null = null;
  /** The last part that was compared with the one that the archive had. */
  let compared = -1n;
  const write = async ({ number, bytes }: ReceivedSegment): Promise<void> => {
    const name = segmentFile(systemId, { timeline, number }, segmentBytes);
    if (number > compared) {
      const start = number * BigInt(segmentBytes);
      await refuseOtherHistory(repository, { name, bytes, start, archivedUntil });
      compared = number;
    }
    await refuseFurtherArchive(repository, systemId, stored);
    await repository.write(name, bytes);
  };
  return {
    /** Asks the server for the end of its log, unless it has not been stored up to the last one yet. */
    async noteEnd(): Promise<void> {
      if (noted) return;
      const { lsn, at } = await readLogEnd(db);
      noted ??= { lsn: readLsn(lsn), at };
    },
    /** Stores what was received. @returns the position up to which it is stored */
    async put({ segments, end }: ReturnType<Buffered["take"]>): Promise<bigint> {
      const isBehind = from.least.some((least) => end < least);
      const reached = noted && !isBehind && end >= noted.lsn ? noted : null;
      if (reached) noted = null;
      // Better to store nothing than a part of the log below the mount point of a lost disk.
      await repository.check();
      await copyImages();
      for (const segment of segments)
        if (!isBehind || segment.bytes.length === segmentBytes) await write(segment);
      if (isBehind) return 0n;
      await refuseFurtherArchive(repository, systemId, stored);
      stored = { timeline, since, until: reached?.at ?? stored.until, lsn: writeLsn(end) };
      await writeTimeline(repository, systemId, stored);
      // The database forgets what is confirmed, so it must not be below the mount point of a disk that was lost meanwhile.
      await repository.check();
      return end;
    },
  };
}

/** An archive that another process stored meanwhile must not be replaced by a shorter one. */
async function refuseFurtherArchive(
  repository: Repository,
  systemId: string,
  { timeline, lsn }: ArchivedTimeline,
): Promise<void> {
  const archived = await readSoundTimeline(repository, systemId, timeline);
  if (archived && readLsn(archived.lsn) > readLsn(lsn))
    throw new BackupError(
      `Another process has archived the log in ${repository.shown} up to ${archived.lsn}, further than this one (${lsn}).`,
    );
}
