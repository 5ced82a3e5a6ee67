import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import { isIP } from "node:net";
import { addressKey } from "./address-key.ts";

/**
 * The client address of a raw request, as limits count it: the nearest one that is not a trusted proxy. Only trusted
 * proxies may forward an address.
 */
export function clientAddress(request: IncomingMessage, proxies: BlockList | null): string {
  const forwarded = [request.headers["x-forwarded-for"] ?? []].flat().join(",").split(",");
  const hops = [
    request.socket.remoteAddress ?? "",
    ...forwarded.map((hop) => hop.trim()).reverse(),
  ];
  let address = "";
  for (const hop of hops) {
    if (hop === "") break;
    address = hop;
    if (!proxies || !isTrusted(hop, proxies)) break;
  }
  return addressKey(address);
}

/** Whether an address is one of these. */
export function isTrusted(address: string, proxies: BlockList): boolean {
  const family = isIP(address);
  return family !== 0 && proxies.check(address, family === 6 ? "ipv6" : "ipv4");
}
