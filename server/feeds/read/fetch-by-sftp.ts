import type { lookup as systemLookup, LookupAddress } from "node:dns";
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { DownloadError } from "#server/platform/http/outgoing/download-error.ts";
import type { Pace } from "#server/platform/http/watch-progress.ts";
import { downloadSftp, type SftpLogin } from "#server/platform/sftp/download-sftp.ts";
import type { HostKey } from "#server/platform/sftp/host-key.ts";

/** What the process is asked that fetches a file by SFTP. */
export type AskedFetch = {
  url: string;
  login: SftpLogin;
  /** The key that the server is known by; null before the first connection. */
  hostKey: HostKey | null;
  etag: string | null;
  seconds: number;
  pace: Pace;
  mostBytes: number;
  /** Where it is stored. */
  file: string;
  /** Those of the URL's host, which are connected to. Not used if private addresses are allowed. */
  addresses: LookupAddress[];
  allowPrivate: boolean;
};

/** How that ended. `hostKey` is the one that the server has shown. */
export type SftpOutcome = { hostKey: HostKey | null } & (
  { kind: "fetched"; etag: string } | { kind: "same" } | { kind: "failed"; reason: string }
);

/** Fetches a file by SFTP, in the process for it, and stores it. Its shop has checked the addresses, and they are again. */
export async function fetchBySftp(asked: AskedFetch): Promise<SftpOutcome> {
  const { url, file, addresses, allowPrivate, ...wanted } = asked;
  let hostKey: HostKey | null = null;
  const onHostKey = (key: HostKey) => {
    hostKey = key;
  };
  const read = (body: NodeJS.ReadableStream) => pipeline(body, createWriteStream(file));
  const reach = { allowPrivate, lookup: answerWith(addresses) };
  try {
    const fetched = await downloadSftp(url, { ...wanted, onHostKey, read }, reach);
    return fetched === null
      ? { hostKey, kind: "same" }
      : { hostKey, kind: "fetched", etag: fetched.etag! };
  } catch (error) {
    if (error instanceof DownloadError) return { hostKey, kind: "failed", reason: error.message };
    throw error;
  }
}

const answerWith = (addresses: LookupAddress[]) =>
  ((_name: string, _options: object, done: (error: null, addresses: LookupAddress[]) => void) =>
    done(null, addresses)) as unknown as typeof systemLookup;
