import { isIP } from "node:net";
import { AppError } from "#shared/errors/app-error.ts";
import { isPublicAddress } from "#server/platform/http/is-public-address.ts";

/**
 * A URL to fetch a feed from, as it is stored. In the demo, it may be private and without encryption.
 * @throws AppError invalid_input that names `fetch.url`
 */
export function checkFetchUrl(text: string, isDemo: boolean): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !(url.protocol === "https:" || (isDemo && url.protocol === "http:")))
    throw refused("Enter the full URL of the file, starting with https://.");
  if (url.username !== "" || url.password !== "")
    throw refused("Leave name and password out of the URL. Use an address that only you know.");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isPrivate = isIP(host) ? !isPublicAddress(host) : /(?:^|\.)localhost\.?$/.test(host);
  if (isPrivate && !isDemo) throw refused("This URL leads to a private address.");
  url.hash = "";
  return url.href;
}

function refused(message: string): AppError {
  return new AppError("invalid_input", { message, fields: { "fetch.url": message } });
}
