// Addresses that no server of a seller has: every IP address the shop connects to is compared with these.
//
// Sources, read on 2026-11-28:
// [4] https://www.iana.org/assignments/iana-ipv4-special-registry
// [6] https://www.iana.org/assignments/iana-ipv6-special-registry
// [multicast] https://www.iana.org/assignments/multicast-addresses and RFC 4291
// [azure] https://learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
// [google] https://cloud.google.com/vpc/docs/configure-private-google-access
// [ibm] https://cloud.ibm.com/docs/cloud-infrastructure?topic=cloud-infrastructure-ibm-cloud-ip-ranges
//
// The metadata services of clouds lie in ranges of the registries: 169.254.169.254 (AWS, Azure, Google, Oracle,
// DigitalOcean, OpenStack), 169.254.170.2 (AWS containers), 169.254.0.23 (Tencent), 100.100.100.200 (Alibaba),
// 192.0.0.192 (Oracle), fd00:ec2::254 (AWS), fd20:ce::254 (Google) and fd00:c1::a9fe:a9fe (Oracle).

/** IPv4 ranges. */
export const specialIpv4 = [
  ["0.0.0.0/8", "this network [4]"],
  ["10.0.0.0/8", "private use [4]"],
  ["100.64.0.0/10", "shared address space of providers [4]"],
  ["127.0.0.0/8", "loopback [4]"],
  ["169.254.0.0/16", "link-local [4]"],
  ["172.16.0.0/12", "private use [4]"],
  ["192.0.0.0/24", "protocol assignments [4]"],
  ["192.0.2.0/24", "documentation [4]"],
  ["192.31.196.0/24", "AS112 [4]"],
  ["192.52.193.0/24", "AMT relays [4]"],
  ["192.88.99.0/24", "6to4 relays [4]"],
  ["192.168.0.0/16", "private use [4]"],
  ["192.175.48.0/24", "AS112 [4]"],
  ["198.18.0.0/15", "benchmarks [4]"],
  ["198.51.100.0/24", "documentation [4]"],
  ["203.0.113.0/24", "documentation [4]"],
  ["224.0.0.0/4", "multicast [multicast]"],
  ["240.0.0.0/4", "reserved, and broadcast [4]"],
  ["168.63.129.16/32", "host of a virtual machine [azure]"],
  ["199.36.153.4/30", "APIs inside a private network [google]"],
  ["199.36.153.8/30", "APIs inside a private network [google]"],
  ["161.26.0.0/16", "services inside a private network [ibm]"],
  ["166.8.0.0/14", "services inside a private network [ibm]"],
] as const;

/** The only IPv6 range of the public internet; what embeds IPv4 addresses (mapped, NAT64) is outside of it. */
export const globalUnicast = "2000::/3";

/** IPv6 ranges, most of them already outside of `globalUnicast`. */
export const specialIpv6 = [
  ["::/128", "unspecified [6]"],
  ["::1/128", "loopback [6]"],
  ["::/96", "IPv4-compatible, RFC 4291"],
  ["::ffff:0:0/96", "IPv4-mapped [6]"],
  ["64:ff9b::/96", "NAT64 [6]"],
  ["64:ff9b:1::/48", "local NAT64 [6]"],
  ["100::/64", "discard [6]"],
  ["100:0:0:1::/64", "dummy prefix [6]"],
  ["2001::/23", "protocol assignments, with Teredo, ORCHID and AMT [6]"],
  ["2001:db8::/32", "documentation [6]"],
  ["2002::/16", "6to4 [6]"],
  ["2620:4f:8000::/48", "AS112 [6]"],
  ["3fff::/20", "documentation [6]"],
  ["5f00::/16", "segment routing [6]"],
  ["fc00::/7", "unique local [6]"],
  ["fe80::/10", "link-local [6]"],
  ["fec0::/10", "site-local, RFC 3879"],
  ["ff00::/8", "multicast [multicast]"],
] as const;
