import { expect, test } from "vitest";
import { isPublicAddress } from "./is-public-address.ts";
import { specialIpv4, specialIpv6 } from "./special-purpose-addresses.ts";

const first = (range: string) => range.split("/")[0]!;

test.each([
  "8.8.8.8",
  "93.184.216.34",
  "168.63.129.15",
  "168.63.129.17",
  "100.63.255.255",
  "100.128.0.0",
  "172.15.255.255",
  "172.32.0.0",
  "192.0.1.0",
  "199.36.153.3",
  "199.36.153.12",
  "161.25.255.255",
  "166.12.0.0",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450:4001:81b::200e",
  "2001:200::1",
  "2003::1",
])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  // Metadata services and hosts of clouds.
  "168.63.129.16",
  "169.254.169.254",
  "169.254.170.2",
  "100.100.100.200",
  "192.0.0.192",
  "169.254.0.23",
  "fd00:ec2::254",
  "fd20:ce::254",
  "fd00:c1::a9fe:a9fe",
  "199.36.153.4",
  "199.36.153.11",
  "161.26.0.10",
  "166.11.255.255",
  // One of each range of the registry, so that none is lost from the table.
  "0.1.2.3",
  "100.64.0.1",
  "127.8.8.8",
  "172.31.255.255",
  "192.0.2.1",
  "192.31.196.1",
  "192.52.193.1",
  "192.88.99.1",
  "192.168.1.1",
  "192.175.48.1",
  "198.19.255.255",
  "198.51.100.7",
  "203.0.113.7",
  "224.0.0.251",
  "240.0.0.1",
  // IPv4 addresses inside IPv6 ones.
  "::ffff:169.254.169.254",
  "::ffff:a9fe:a9fe",
  "::ffff:8.8.8.8",
  "::169.254.169.254",
  "64:ff9b::a9fe:a9fe",
  "64:ff9b:1::a9fe:a9fe",
  "2002:a9fe:a9fe::1",
  "2002:a83f:8110::",
  "2001:0:a9fe:a9fe::1",
  "::ffff:0:169.254.169.254",
  "255.255.255.255",
  "10.255.255.255",
  "fe80::1%eth0",
  "fe80::1",
  "fec0::1",
  "ff02::1",
  "nonsense",
  "",
  "2130706433",
  "0x7f.1",
  "127.1",
])("%s is not", (address) => expect(isPublicAddress(address)).toBe(false));

test.each([...specialIpv4, ...specialIpv6])("%s (%s) is not", (range) =>
  expect(isPublicAddress(first(range))).toBe(false),
);
