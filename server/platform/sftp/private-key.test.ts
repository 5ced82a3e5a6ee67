import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";
import { anRsaKey } from "#testing/sftp/an-rsa-key.ts";
import { isPrivateKey } from "./private-key.ts";

const pem = { type: "pkcs1", format: "pem" } as const;
const rsaKey = (modulusLength: number) =>
  generateKeyPairSync("rsa", { modulusLength }).privateKey.export(pem).toString();

test("takes keys that sign quickly", async () => {
  expect(await isPrivateKey(rsaKey(2_048))).toBe(true);
  expect(await isPrivateKey(anRsaKey({ modulus: 8_192, prime: 4_096 }))).toBe(true);
});

test("refuses RSA keys of numbers that keep the shop busy", async () => {
  expect(await isPrivateKey(anRsaKey({ modulus: 8_208, prime: 4_096 }))).toBe(false);
  expect(await isPrivateKey(anRsaKey({ modulus: 2_048, prime: 12_288 }))).toBe(false);
});
