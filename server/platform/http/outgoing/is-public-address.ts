import { BlockList, isIP } from "node:net";
import { globalUnicast, specialIpv4, specialIpv6 } from "./special-purpose-addresses.ts";

const special = new BlockList();
for (const [range] of specialIpv4) addRange(special, range, "ipv4");
const specialV6 = new BlockList();
for (const [range] of specialIpv6) addRange(specialV6, range, "ipv6");
const globalV6 = new BlockList();
addRange(globalV6, globalUnicast, "ipv6");

function addRange(list: BlockList, range: string, family: "ipv4" | "ipv6"): void {
  const [network = "", bits] = range.split("/");
  list.addSubnet(network, Number(bits), family);
}

/** Whether an IP address is on the public internet. False for anything else, and for text that is no address. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !special.check(address, "ipv4");
  // An address with a zone is of a link.
  if (version !== 6 || address.includes("%")) return false;
  return globalV6.check(address, "ipv6") && !specialV6.check(address, "ipv6");
}
