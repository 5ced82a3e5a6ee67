import { isIP } from "node:net";
import { AppError } from "#shared/errors/app-error.ts";
import { isPublicAddress } from "#server/platform/http/outgoing/is-public-address.ts";

/**
 * A URL to fetch a feed from, as it is stored. In the demo, it may be private and without encryption.
 * @throws AppError invalid_input that names `fetch.url`
 */
export function checkFetchUrl(text: string, isDemo: boolean): string {
  const url = URL.canParse(text) ? normalize(new URL(text)) : null;
  if (!url || !isAllowed(url, isDemo))
    throw refused("Enter the full URL of the file, starting with https:// or sftp://.");
  if (url.username !== "" || url.password !== "")
    throw refused("Leave name and password out of the URL and enter them in their own fields.");
  if (url.protocol === "sftp:" && !isFilePath(url.pathname))
    throw refused("Enter the path of the file too, such as sftp://dealer.example/stock.csv.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isPrivate = isIP(host) ? !isPublicAddress(host) : /(?:^|\.)localhost\.?$/.test(host);
  if (isPrivate && !isDemo) throw refused("This URL leads to a private address.");
  url.hash = "";
  return url.href;
}

const isAllowed = ({ protocol }: URL, isDemo: boolean) =>
  protocol === "https:" || protocol === "sftp:" || (isDemo && protocol === "http:");

/** The host of an SFTP URL in the form that others have: IP addresses, case and other alphabets. Null without one. */
function normalize(url: URL): URL | null {
  if (url.protocol !== "sftp:") return url;
  const asHttp = `http://${url.hostname}/`;
  if (url.hostname === "" || !URL.canParse(asHttp)) return null;
  // A query has no meaning in SFTP, so "?" is a part of the name.
  const path = url.pathname + url.search.replace("?", "%3F");
  const login = url.username + url.password === "" ? "" : `${url.username}:${url.password}@`;
  const port = url.port === "" || url.port === "22" ? "" : `:${url.port}`;
  return new URL(`sftp://${login}${new URL(asHttp).hostname}${port}${path}`);
}

function isFilePath(pathname: string): boolean {
  try {
    return /[^/]$/.test(decodeURIComponent(pathname));
  } catch {
    return false;
  }
}

function refused(message: string): AppError {
  return new AppError("invalid_input", { message, fields: { "fetch.url": message } });
}
