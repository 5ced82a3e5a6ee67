import type { Readable } from "node:stream";
import type { Deps } from "#server/deps.ts";
import { download, type Download } from "#server/platform/http/outgoing/download.ts";
import type { Reach } from "#server/platform/http/outgoing/connect-public.ts";
import type { Pace } from "#server/platform/http/watch-progress.ts";
import type { HostKey } from "#server/platform/sftp/host-key.ts";
import { downloadBySftp } from "./download-by-sftp.ts";
import type { Feed } from "../feed-store.ts";
import { openLogin } from "./fetch-login.ts";
import { mostFileBytes } from "#shared/feeds/feed-limits.ts";

const secondsToFetch = 5 * 60;
/** A server that hangs or trickles gives up its place to other feeds. */
const slowestPace: Pace = { seconds: 30, bytes: 64 * 1_024 };

/**
 * Fetches a feed's file by HTTPS or SFTP.
 * @param onHostKey is told the key of an SFTP server
 * @returns null if the file is the same as the last time
 * @throws DownloadError if it cannot be fetched, and what `read` throws of its own
 */
export async function downloadFeed<Result>(
  { secrets, config }: Pick<Deps, "secrets" | "config">,
  feed: Feed,
  {
    read,
    onHostKey,
  }: { read: (body: Readable) => Promise<Result>; onHostKey: (key: HostKey) => void },
  reach: Reach,
  pace: Pace = slowestPace,
): Promise<Download<Result> | null> {
  const url = feed.fetchUrl!;
  const login = await openLogin(secrets, feed);
  const limits = { seconds: secondsToFetch, pace, mostBytes: mostFileBytes };
  const wanted = { etag: feed.fetchEtag, ...limits, read };
  if (new URL(url).protocol === "sftp:")
    return downloadBySftp(
      config,
      url,
      { ...wanted, login: login!, hostKey: feed.fetchHostKey, onHostKey },
      reach,
    );
  const credentials = login && { ...login, password: login.password ?? "" };
  return download(url, { ...wanted, agent: "Marque-Feeds", credentials }, reach);
}
