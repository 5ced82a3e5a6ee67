import { BlockList, isIP } from "node:net";

// What IANA's registries of special-purpose addresses reserve for other uses than the public internet.
const reserved = new BlockList();
for (const range of [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16"],
  ...["198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"],
])
  reserved.addSubnet(range.split("/")[0]!, Number(range.split("/")[1]), "ipv4");
// Tunnels that can lead to IPv4 addresses, documentation, and addresses that are not for hosts.
for (const range of ["2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20"])
  reserved.addSubnet(range.split("/")[0]!, Number(range.split("/")[1]), "ipv6");
const globalIpv6 = new BlockList();
globalIpv6.addSubnet("2000::", 3, "ipv6");

/** Whether an IP address is on the public internet. False for anything else, and for text that is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !reserved.check(address, "ipv4");
  // An address with a zone is of a link, and those that embed IPv4 addresses are outside of 2000::/3.
  if (version !== 6 || address.includes("%")) return false;
  return globalIpv6.check(address, "ipv6") && !reserved.check(address, "ipv6");
}
