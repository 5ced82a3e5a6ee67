import type { FeedChanges } from "#shared/feeds/feed-contract.ts";
import { AppError } from "#shared/errors/app-error.ts";
import { DownloadError } from "#server/platform/http/outgoing/download-error.ts";
import type { Secrets } from "#server/platform/secrets.ts";
import { isPrivateKey } from "#server/platform/sftp/private-key.ts";
import type { Feed } from "../feed-store.ts";

/** How the shop logs in to the server of a feed's file, as it is stored. */
export type FetchLogin = Pick<
  Feed,
  "fetchUsername" | "fetchPassword" | "fetchPrivateKey" | "fetchHostKey"
>;

type Wanted = NonNullable<FeedChanges["fetch"]>;

/**
 * The login that a feed has after a change. Fields that are not sent keep their value, unless the URL's server or the
 * user name changes: what was entered for one server is never sent to another.
 * @throws AppError invalid_input that names the field
 */
export async function changeLogin(
  secrets: Secrets,
  feed: Feed,
  wanted: Wanted,
): Promise<FetchLogin> {
  const isSameServer = feed.fetchUrl !== null && serverOf(feed.fetchUrl) === serverOf(wanted.url);
  const previous = isSameServer ? feed : null;
  const username = emptyAsNull(wanted.username) ?? null;
  const fetchUsername =
    wanted.username === undefined ? (previous?.fetchUsername ?? null) : username;
  const sameUser = fetchUsername === previous?.fetchUsername ? previous : null;
  const privateKey = await checkPrivateKey(emptyAsNull(wanted.privateKey));
  const seal = async (text: string | null | undefined, stored: string | null | undefined) =>
    text === undefined ? (stored ?? null) : text && (await secrets.seal(text, feed.id));
  const login = {
    fetchUsername,
    fetchPassword: await seal(emptyAsNull(wanted.password), sameUser?.fetchPassword),
    fetchPrivateKey: await seal(privateKey, sameUser?.fetchPrivateKey),
    fetchHostKey: wanted.hostKey ?? previous?.fetchHostKey ?? null,
  };
  if (/\p{Cc}/u.test(wanted.password ?? ""))
    throw refused("password", "A password cannot contain line breaks or tabs.");
  checkLogin(new URL(wanted.url).protocol === "sftp:", login);
  return login;
}

/** What an open connection is made to. A path of the same server is reached with the same login. */
function serverOf(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

const emptyAsNull = (text: string | null | undefined) => (text === "" ? null : text);

async function checkPrivateKey(
  text: string | null | undefined,
): Promise<string | null | undefined> {
  if (text && !(await isPrivateKey(text)))
    throw refused(
      "privateKey",
      "Enter a private key without a passphrase, in the OpenSSH or PEM form. RSA keys have at most 8,192 bits.",
    );
  return text;
}

function checkLogin(isSftp: boolean, login: FetchLogin): void {
  // Basic authentication ends the user name at the first colon.
  if (/[:\p{Cc}]/u.test(login.fetchUsername ?? ""))
    throw refused("username", "A user name cannot contain a colon.");
  const hasSecret = login.fetchPassword !== null || login.fetchPrivateKey !== null;
  if (login.fetchUsername === null && (isSftp || hasSecret))
    throw refused("username", "Enter the user name.");
  if (isSftp && !hasSecret) throw refused("password", "Enter the password or a private key.");
  if (!isSftp && login.fetchPrivateKey !== null)
    throw refused("privateKey", "Private keys are for URLs that start with sftp://.");
}

/** The login in readable form. @throws DownloadError if the shop's secret is no longer the one it was stored with */
export async function openLogin(
  secrets: Secrets,
  { id, fetchUsername, fetchPassword, fetchPrivateKey }: Feed,
): Promise<{ username: string; password: string | null; privateKey: string | null } | null> {
  if (fetchUsername === null) return null;
  const open = async (sealed: string | null) => {
    if (sealed === null) return null;
    const text = await secrets.open(sealed, id);
    if (text === null)
      throw new DownloadError("The stored password or key cannot be read. Enter it again.");
    return text;
  };
  return {
    username: fetchUsername,
    password: await open(fetchPassword),
    privateKey: await open(fetchPrivateKey),
  };
}

function refused(field: string, message: string): AppError {
  return new AppError("invalid_input", { message, fields: { [`fetch.${field}`]: message } });
}
