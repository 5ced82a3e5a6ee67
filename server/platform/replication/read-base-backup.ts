import { PassThrough, type Readable } from "node:stream";
import type { CopyFlow, ReplicationClient, Row } from "./replication-client.ts";

export type BaseBackup = {
  /** The data directory as a tar file, with the write-ahead log that makes it consistent. */
  tar: Readable;
  /** Resolves when the server has sent everything: its list of files with their checksums, and where the backup starts. */
  done: Promise<BaseBackupEnd>;
};

type BaseBackupEnd = {
  manifest: Buffer;
  startLsn: string;
  endLsn: string;
  timeline: number;
};

// The first byte of each message (PostgreSQL's manual, "Streaming Replication Protocol", BASE_BACKUP).
const kinds = { newArchive: 0x6e, data: 0x64, manifest: 0x6d };

/**
 * Reads a physical base backup of the running server, as pg_basebackup does. The server checks the checksum of every
 * page that it reads, and fails the backup if one is damaged.
 * @throws Error if the server has tablespaces, which would be separate archives
 */
export function readBaseBackup(
  client: ReplicationClient,
  { label }: { label: string },
): BaseBackup {
  const tar = new PassThrough({ highWaterMark: 1024 * 1024 });
  const manifest: Buffer[] = [];
  let archives = 0;
  let inManifest = false;
  let isPaused = false;
  // What the socket had already read still arrives.
  const pauseFor = (flow: CopyFlow) => {
    if (isPaused) return;
    isPaused = true;
    flow.pause();
    tar.once("drain", () => {
      isPaused = false;
      flow.resume();
    });
  };
  const command = `BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL true, MANIFEST 'yes', MANIFEST_CHECKSUMS 'SHA256')`;
  const done = client
    .copy(command, (message, flow) => {
      const kind = message[0];
      if (kind === kinds.newArchive) {
        archives += 1;
        if (archives > 1) throw new Error("The database has tablespaces, which are not backed up.");
      } else if (kind === kinds.manifest) inManifest = true;
      else if (kind === kinds.data && inManifest) manifest.push(Buffer.from(message.subarray(1)));
      else if (kind === kinds.data && !tar.write(Buffer.from(message.subarray(1)))) pauseFor(flow);
    })
    .then((rows) => {
      tar.end();
      return { manifest: Buffer.concat(manifest), ...positionsOf(rows) };
    });
  // The reader of the tar file must not wait forever, and must not take what came before an error for all of it.
  done.catch((error: unknown) => tar.destroy(error as Error));
  tar.on("error", () => client.cut());
  tar.on("close", () => tar.readableEnded || client.cut());
  return { tar, done };
}

/** The first row has the start position and the last one the end; the rows between list the tablespaces. */
function positionsOf(rows: Row[]): Omit<BaseBackupEnd, "manifest"> {
  const positions = rows.filter((row) => "recptr" in row);
  const start = positions[0];
  const end = positions.at(-1);
  if (!start?.recptr || !end?.recptr || !start.tli)
    throw new Error("The server did not say where the backup starts and ends.");
  return { startLsn: start.recptr, endLsn: end.recptr, timeline: Number(start.tli) };
}
