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

test.each([{ exponent: 8_192 }, { dp: 4_104 }, { dq: 12_288 }, { qi: 12_288 }])(
  "bounds the other numbers of an RSA key, too: %o",
  async (numbers) => {
    expect(await isPrivateKey(anRsaKey({ modulus: 2_048, prime: 1_024, ...numbers }))).toBe(false);
  },
);
