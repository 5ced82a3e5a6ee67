import type { Readable } from "node:stream";
import type { Client, KexAlgorithm, SFTPWrapper, Stats } from "ssh2";
import { connectPublic, type Reach } from "../http/outgoing/connect-public.ts";
import {
  asDownloadError,
  readBody,
  tooLarge,
  type Download,
  type Wanted,
} from "../http/outgoing/download.ts";
import { DownloadError } from "../http/outgoing/download-error.ts";
import { watchProgress, type Progress } from "#server/platform/http/watch-progress.ts";
import { describeHostKey, hostKeyAlgorithms, type HostKey } from "./host-key.ts";
import { loadSsh } from "./load-ssh.ts";
import { isPrivateKey } from "./private-key.ts";

export type SftpLogin = { username: string; password: string | null; privateKey: string | null };

type WantedBySftp<Result> = Pick<
  Wanted<Result>,
  "etag" | "seconds" | "pace" | "mostBytes" | "read"
> & {
  login: SftpLogin;
  /** The key that the server is known by; null before the first connection. */
  hostKey: HostKey | null;
  /** Told the server's key before the login is sent, whether it is the known one or not. */
  onHostKey: (key: HostKey) => void;
};

const secondsToConnect = 20;

/**
 * Fetches a file by SFTP from a URL that someone gave us. Its size and time of change stand for an ETag.
 * @returns null if the file is still the same
 * @throws DownloadError if it cannot be fetched in time, is too large, or the server has another key than the known one,
 * and what `read` throws of its own
 */
export async function downloadSftp<Result>(
  address: string,
  wanted: WantedBySftp<Result>,
  reach: Reach,
): Promise<Download<Result> | null> {
  const { seconds, login } = wanted;
  // It may have been stored before such keys were refused.
  if (login.privateKey !== null && !(await isPrivateKey(login.privateKey)))
    throw new DownloadError(
      "The stored private key cannot be used. Enter another one; RSA keys have at most 8,192 bits.",
    );
  const ssh = await loadSsh();
  const client = new ssh.Client();
  const connection = watch(client, seconds);
  const progress = watchProgress(wanted.pace);
  progress.signal.addEventListener("abort", () =>
    connection.fail(progress.signal.reason as DownloadError),
  );
  const explain = (error: unknown) =>
    asSftpError(error, ssh.utils.sftp.STATUS_CODE) ??
    asDownloadError(error, seconds) ??
    (error as Error);
  const failed = connection.failed.catch((error: unknown) => {
    throw explain(error);
  });
  try {
    const opening = openFile({ ...connection, progress }, address, wanted, reach);
    const opened = await Promise.race([failed, opening]).catch((error: unknown) => {
      throw explain(error);
    });
    if (!opened) return null;
    const reading = readBody(opened.body, { ...wanted, progress, explain });
    return { result: await Promise.race([failed, reading]), etag: opened.etag };
  } finally {
    progress.end();
    connection.end();
  }
}

type Connection = ReturnType<typeof watch>;

/**
 * A connection that fails when it is closed or takes too long before its `end`, because calls of a closed one may never
 * answer.
 */
function watch(client: Client, seconds: number) {
  let hasEnded = false;
  let reject!: (error: Error) => void;
  const failed = new Promise<never>((_, refuse) => (reject = refuse));
  failed.catch(() => undefined);
  const fail = (error: Error) => {
    if (!hasEnded) reject(error);
  };
  client.on("error", fail);
  client.on("close", () => fail(new DownloadError("closed the connection")));
  const timer = setTimeout(
    () => fail(new DownloadError(`did not arrive within ${seconds} seconds`)),
    seconds * 1_000,
  );
  const end = () => {
    hasEnded = true;
    clearTimeout(timer);
    client.destroy();
  };
  return { client, failed, fail, end };
}

/** Opens the file; null if it is still the same. */
async function openFile(
  connection: Connection & { progress: Progress },
  address: string,
  wanted: WantedBySftp<unknown>,
  reach: Reach,
): Promise<{ body: Readable; etag: string } | null> {
  const url = new URL(address);
  const { client, progress } = connection;
  await logIn(connection, url, wanted, reach);
  const sftp = await new Promise<SFTPWrapper>((resolve, reject) => {
    client.sftp((error, opened) => (error ? reject(error) : resolve(opened)));
  });
  const path = pathOf(url);
  const file = await new Promise<Stats>((resolve, reject) => {
    sftp.stat(path, (error, stats) => (error ? reject(error) : resolve(stats)));
  });
  if (!file.isFile()) throw new DownloadError("the path is not a file");
  if (file.size > wanted.mostBytes) throw tooLarge(wanted.mostBytes);
  const etag = `${file.mtime}-${file.size}`;
  if (etag === wanted.etag) return null;
  progress.restart();
  // The end of the connection closes the file; a server that never answers a close is not waited for.
  const body = sftp.createReadStream(path, { autoClose: false });
  // The file is here: what the server does while it is read no longer matters.
  body.once("end", connection.end);
  connection.failed.catch((error: Error) => body.destroy(error));
  return { body, etag };
}

function logIn(
  { client, fail }: Connection,
  url: URL,
  { login, hostKey, onHostKey }: WantedBySftp<unknown>,
  reach: Reach,
): Promise<void> {
  const { username, password, privateKey } = login;
  const port = url.port === "" ? 22 : Number(url.port);
  return new Promise((resolve) => {
    client.on("ready", () => resolve());
    // Some servers ask for the password as if a person sat there.
    client.on("keyboard-interactive", (_name, _text, _language, prompts, answer) =>
      answer(prompts.map(() => password ?? "")),
    );
    client.connect({
      sock: connectPublic({ hostname: url.hostname, port }, reach),
      username,
      ...(password !== null && { password, tryKeyboard: true }),
      ...(privateKey !== null && { privateKey }),
      algorithms: {
        kex: keyExchanges,
        serverHostKey: hostKeyAlgorithms(hostKey),
        // ssh2 inflates packets on the main thread, and a few kilobytes become many megabytes: a server could stop the shop.
        compress: ["none"],
      },
      hostVerifier: (key: Buffer) => {
        const shown = describeHostKey(key);
        onHostKey(shown);
        if (hostKey === null || shown === hostKey) return true;
        fail(hostKeyChanged());
        return false;
      },
      readyTimeout: secondsToConnect * 1_000,
    });
  });
}

/**
 * Those whose numbers are fixed. In a group exchange, the server chooses the prime, and to check a large one takes Node's
 * main thread minutes.
 */
const keyExchanges: KexAlgorithm[] = [
  "curve25519-sha256",
  "curve25519-sha256@libssh.org",
  "ecdh-sha2-nistp256",
  "ecdh-sha2-nistp384",
  "ecdh-sha2-nistp521",
  "diffie-hellman-group14-sha256",
  "diffie-hellman-group16-sha512",
  "diffie-hellman-group14-sha1",
];

const hostKeyChanged = () =>
  new DownloadError(
    "The server's host key has changed. Ask the server's operator whether that is right, and then accept the new key.",
  );

/** The file's path on the server; after `/~/` it is relative to the user's folder. */
function pathOf({ pathname }: URL): string {
  return decodeURIComponent(pathname.startsWith("/~/") ? pathname.slice(3) : pathname);
}

/** Errors of SSH say where they come from; those of SFTP have a number. */
function asSftpError(
  error: unknown,
  status: { NO_SUCH_FILE: number; PERMISSION_DENIED: number },
): DownloadError | null {
  if (error instanceof DownloadError || !(error instanceof Error)) return null;
  const { level, code } = error as Error & { level?: string; code?: unknown };
  if (level === "client-authentication")
    return new DownloadError("refused the user name, the password or the key");
  if (level === "client-timeout")
    return new DownloadError(`did not answer within ${secondsToConnect} seconds`);
  if (level === "handshake" || level === "protocol")
    return new DownloadError("is not an SSH server that the shop can speak with");
  if (code === status.NO_SUCH_FILE) return new DownloadError("has no such file");
  if (code === status.PERMISSION_DENIED)
    return new DownloadError("does not let this user read the file");
  return typeof code === "number"
    ? new DownloadError(`could not be fetched (SFTP error ${code})`)
    : null;
}
