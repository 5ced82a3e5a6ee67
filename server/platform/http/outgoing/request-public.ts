import http, { type ClientRequest } from "node:http";
import https, { type RequestOptions } from "node:https";
import { DEFAULT_CIPHERS } from "node:tls";
import { publicLookup, type Reach } from "./connect-public.ts";

/** Without finite-field Diffie-Hellman: the server would choose its prime, and a large one takes Node's main thread seconds. */
const ciphers = `${DEFAULT_CIPHERS}:!DHE`;

/**
 * Starts a request to a URL that someone gave us. Redirects are not followed.
 * @throws PrivateAddressError if the URL has a private IP address; the request fails with it if a name resolves to one
 */
export function requestPublic(url: URL, options: RequestOptions, reach: Reach): ClientRequest {
  const { lookup } = publicLookup(url.hostname, reach);
  return (url.protocol === "https:" ? https : http).request(url, {
    ...options,
    ciphers,
    // A connection of its own, which no other request can have opened to another address.
    agent: false,
    lookup,
  });
}
