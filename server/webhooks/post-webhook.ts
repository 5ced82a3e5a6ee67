import { lookup as systemLookup, type LookupAddress } from "node:dns";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./is-public-address.ts";

const timeoutMs = 10_000;

export type PostOptions = {
  /** Also private addresses and plain HTTP: for the demo and tests, which run on one machine. */
  allowPrivate: boolean;
  /** Resolves names, for tests. */
  lookup?: typeof systemLookup;
};

/** Why a webhook could not be delivered, for the seller. */
export class DeliveryError extends Error {}

/**
 * Posts a body to a seller's endpoint. The address that was checked is the one that is connected to, so a name cannot
 * resolve to another one in between. Redirects are not followed and the response's body is not read.
 * @throws DeliveryError unless the endpoint answers with 2xx in time
 */
export async function postWebhook(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { allowPrivate, lookup = systemLookup }: PostOptions,
): Promise<void> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (url.protocol !== "https:" && !allowPrivate) throw new DeliveryError("the URL is not HTTPS");
  if (isIP(host) && !allowPrivate && !isPublicAddress(host)) throw privateAddress();
  const status = await new Promise<number>((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(
      url,
      {
        method: "POST",
        // A connection of its own, which no other request can have opened to another address.
        agent: false,
        lookup: allowPrivate ? undefined : publicLookup(lookup),
        signal: AbortSignal.timeout(timeoutMs),
        headers: {
          ...headers,
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(body)),
          "user-agent": "Marque-Webhooks",
        },
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    request.on("error", (error: NodeJS.ErrnoException) => reject(asDeliveryError(error)));
    request.end(body);
  });
  if (status >= 300 && status < 400)
    throw new DeliveryError(`answered with a redirect (${status}), which is not followed`);
  if (status < 200 || status >= 300) throw new DeliveryError(`answered with status ${status}`);
}

/** Resolves a name and fails if any of its addresses is not public. */
function publicLookup(lookup: typeof systemLookup): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, "", 0);
      const [first] = found;
      if (!first || found.some(({ address }) => !isPublicAddress(address)))
        return callback(privateAddress(), "", 0);
      if (options.all)
        (callback as unknown as (e: null, all: LookupAddress[]) => void)(null, found);
      else callback(null, first.address, first.family);
    });
  };
}

function privateAddress(): DeliveryError {
  return new DeliveryError("the URL leads to a private address");
}

function asDeliveryError(error: NodeJS.ErrnoException): DeliveryError {
  if (error instanceof DeliveryError) return error;
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return new DeliveryError("did not answer within 10 seconds");
  return new DeliveryError(`could not be reached (${error.code ?? error.message})`);
}
