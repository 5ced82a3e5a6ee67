import { createReadStream } from "node:fs";
import path from "node:path";
import { z } from "zod";
import {
  askOne,
  limitsForSellers,
  startReader,
  TooHeavyError,
  withFeedFolder,
} from "#server/imports/public.ts";
import type { Config } from "#server/platform/config/config.ts";
import { findPublicAddresses, type Reach } from "#server/platform/http/outgoing/connect-public.ts";
import {
  asDownloadError,
  type Download,
  type Wanted,
} from "#server/platform/http/outgoing/download.ts";
import { DownloadError } from "#server/platform/http/outgoing/download-error.ts";
import type { HostKey } from "#server/platform/sftp/host-key.ts";
import type { AskedFetch, SftpOutcome } from "../read/fetch-by-sftp.ts";

/** The server ended the process that fetches from it. */
export class HeavyServerError extends DownloadError {
  override message = "The file cannot be fetched: its server takes too long or too much memory.";
}

type WantedBySftp<Result> = Pick<AskedFetch, "login" | "hostKey" | "etag" | "pace"> &
  Pick<Wanted<Result>, "seconds" | "mostBytes" | "read"> & {
    /** Told the server's key, whether it is the known one or not. */
    onHostKey: (key: HostKey) => void;
  };

type Limits = Pick<Config, "DATA_DIR" | "FEED_MEMORY_MB" | "FEED_SECONDS">;

/** A file passes through. Several are fetched at a time. */
const mostMemoryMb = 256;
/** To start the process, to connect and to log in. */
const moreSeconds = 60;

const outcome: z.ZodType<SftpOutcome> = z
  .object({ hostKey: z.string().nullable() })
  .and(
    z.discriminatedUnion("kind", [
      z.object({ kind: z.literal("fetched"), etag: z.string() }),
      z.object({ kind: z.literal("same") }),
      z.object({ kind: z.literal("failed"), reason: z.string() }),
    ]),
  );

/**
 * Fetches a file by SFTP in a process of its own, which has limits like the one that reads files: a server can make an SSH
 * client sign, verify or allocate as often as it likes. The process gets the login by its standard input.
 * @returns null if the file is still the same
 * @throws DownloadError if it cannot be fetched, HeavyServerError if the server ended the process, and what `read` throws
 * of its own
 */
export async function downloadBySftp<Result>(
  config: Limits,
  url: string,
  { read, onHostKey, ...wanted }: WantedBySftp<Result>,
  reach: Reach,
): Promise<Download<Result> | null> {
  const addresses = await findPublicAddresses(new URL(url).hostname, reach).catch(
    (error: unknown) => {
      throw asDownloadError(error, wanted.seconds) ?? error;
    },
  );
  return withFeedFolder(config.DATA_DIR, async (folder) => {
    const file = path.join(folder, "fetched");
    const { allowPrivate } = reach;
    const ended = await ask(config, { ...wanted, url, file, addresses, allowPrivate });
    if (ended.hostKey !== null) onHostKey(ended.hostKey);
    switch (ended.kind) {
      case "failed":
        throw new DownloadError(ended.reason);
      case "same":
        return null;
      case "fetched":
        return { result: await read(createReadStream(file)), etag: ended.etag };
      default:
        return ended satisfies never;
    }
  });
}

async function ask(config: Limits, asked: AskedFetch): Promise<SftpOutcome> {
  const { memoryMb, ...limits } = limitsForSellers(config);
  const reader = startReader({
    ...limits,
    memoryMb: Math.min(memoryMb, mostMemoryMb),
    waitSeconds: asked.seconds + moreSeconds,
  });
  try {
    return await askOne(reader, "fetch", asked, outcome);
  } catch (error) {
    throw error instanceof TooHeavyError ? new HeavyServerError() : error;
  } finally {
    await reader.end();
  }
}
