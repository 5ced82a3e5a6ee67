import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { connect, isIP, type LookupFunction, type Socket } from "node:net";
import { promisify } from "node:util";
import { isPublicAddress } from "./is-public-address.ts";
import { createNameLookup } from "./look-up-name.ts";

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
 * How a connection to a host that someone gave us resolves its name. The address that was checked is the one that is
 * connected to, so a name cannot resolve to another one in between.
 * @param hostname of a URL
 * @throws PrivateAddressError if it is a private IP address; the connection fails with it if a name resolves to one
 */
export function publicLookup(
  hostname: string,
  { allowPrivate, lookup = createNameLookup() }: Reach,
): { host: string; lookup: LookupFunction | undefined } {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) && !allowPrivate && !isPublicAddress(host)) throw new PrivateAddressError();
  return { host, lookup: allowPrivate ? undefined : onlyPublic(lookup) };
}

/** Connects to a host that someone gave us. @throws PrivateAddressError as {@link publicLookup} does */
export function connectPublic(
  { hostname, port }: { hostname: string; port: number },
  reach: Reach,
): Socket {
  const { host, lookup } = publicLookup(hostname, reach);
  return connect({ host, port, ...(lookup && { lookup }) });
}

/**
 * The addresses of a host that someone gave us, for a process that connects to them.
 * @throws PrivateAddressError if one is private
 */
export async function findPublicAddresses(
  hostname: string,
  reach: Reach,
): Promise<LookupAddress[]> {
  const { host, lookup = systemLookup } = publicLookup(hostname, reach);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const find = promisify(lookup) as (name: string, options: object) => Promise<LookupAddress[]>;
  return find(host, { all: true });
}

/** Resolves a name and fails if any of its addresses is not public. */
function onlyPublic(lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return callback(error, "", 0);
      const [first] = addresses;
      if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
        return callback(new PrivateAddressError(), "", 0);
      if (options.all)
        (callback as unknown as (e: null, all: LookupAddress[]) => void)(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}
