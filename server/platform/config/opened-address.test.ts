import { expect, test } from "vitest";
import { loadConfig } from "./config.ts";
import { openedAddress } from "./opened-address.ts";

test.each([
  ["a demo has the host of its emails and passkeys", {}, "http://localhost:4000"],
  ["so has a shop that listens everywhere", { HOST: "0.0.0.0" }, "http://localhost:4000"],
  ["another host is what browsers reach", { HOST: "192.0.2.7" }, "http://192.0.2.7:4000"],
  ["an IPv6 address has brackets", { HOST: "2001:db8::7" }, "http://[2001:db8::7]:4000"],
  ["a public URL wins", { PUBLIC_URL: "https://cars.example" }, "https://cars.example"],
])("the address to open: %s", (_, settings, address) => {
  expect(openedAddress(loadConfig(settings), 4_000)).toBe(address);
});
