import { BlockList, isIPv6 } from "node:net";

/** Fastify's names for networks. */
const namedNetworks: Record<string, string> = {
  loopback: "127.0.0.0/8,::1/128",
  linklocal: "169.254.0.0/16,fe80::/10",
  uniquelocal: "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7",
};

/**
 * The addresses and networks of TRUSTED_PROXIES.
 * @throws Error if an entry is neither
 */
export function trustedProxies(setting: string): BlockList {
  const proxies = new BlockList();
  const entries = setting.split(",").map((entry) => entry.trim());
  for (const entry of entries.flatMap((name) => (namedNetworks[name] ?? name).split(","))) {
    const [address = "", bits] = entry.split("/");
    const family = isIPv6(address) ? "ipv6" : "ipv4";
    if (bits === undefined) proxies.addAddress(address, family);
    else proxies.addSubnet(address, /^\d+$/.test(bits) ? Number(bits) : Number.NaN, family);
  }
  return proxies;
}

/** Whether `setting` is a list of addresses and networks. */
export function isProxyList(setting: string): boolean {
  try {
    trustedProxies(setting);
    return true;
  } catch {
    return false;
  }
}
