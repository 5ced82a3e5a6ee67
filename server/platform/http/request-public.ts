import { lookup as systemLookup, type LookupAddress } from "node:dns";
import http, { type ClientRequest } from "node:http";
import https, { type RequestOptions } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./is-public-address.ts";

export type Reach = {
  /** Also private addresses and plain HTTP: for the demo and tests, which run on one machine. */
  allowPrivate: boolean;
  /** Resolves names, for tests. */
  lookup?: typeof systemLookup;
};

/** A URL that leads to an address which is not on the public internet. */
export class PrivateAddressError extends Error {
  override message = "the URL leads to a private address";
}

/**
 * Starts a request to a URL that someone gave us. The address that was checked is the one that is connected to, so a
 * name cannot resolve to another one in between. Redirects are not followed.
 * @throws PrivateAddressError if the URL has a private IP address; the request fails with it if a name resolves to one
 */
export function requestPublic(
  url: URL,
  options: RequestOptions,
  { allowPrivate, lookup = systemLookup }: Reach,
): ClientRequest {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !allowPrivate && !isPublicAddress(host)) throw new PrivateAddressError();
  return (url.protocol === "https:" ? https : http).request(url, {
    ...options,
    // A connection of its own, which no other request can have opened to another address.
    agent: false,
    lookup: allowPrivate ? undefined : publicLookup(lookup),
  });
}

/** Resolves a name and fails if any of its addresses is not public. */
function publicLookup(lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, "", 0);
      const [first] = found;
      if (!first || found.some(({ address }) => !isPublicAddress(address)))
        return callback(new PrivateAddressError(), "", 0);
      if (options.all)
        (callback as unknown as (e: null, all: LookupAddress[]) => void)(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
