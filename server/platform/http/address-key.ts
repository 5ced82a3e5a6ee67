import { isIPv6 } from "node:net";

/**
 * The key of a caller's address in limits. One customer has a whole IPv6 /64, so only that half counts. An IPv4-mapped
 * IPv6 address is the IPv4 address.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  const address = ip.split("%")[0] ?? ip;
  if (!isIPv6(address)) return ip;
  const [head = "", tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const front = head === "" ? [] : head.split(":");
  const back = tail === undefined || tail === "" ? [] : tail.split(":");
  const groups =
    tail === undefined
      ? front
      : [...front, ...Array<string>(8 - front.length - back.length).fill("0"), ...back];
  return `${groups.slice(0, 4).join(":")}::/64`;
}
