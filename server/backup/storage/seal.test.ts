import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decrypt, encrypt } from "./seal.ts";

const key = randomBytes(32);
const chunk = 64 * 1024;
const head = 32;

async function all(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const read: Buffer[] = [];
  for await (const part of parts) read.push(part);
  return Buffer.concat(read);
}

/** The bytes in pieces of this size, as a network delivers them. */
async function* pieces(bytes: Buffer, size = 10_000): AsyncGenerator<Buffer> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

const seal = (bytes: Buffer, name = "file") => all(encrypt(pieces(bytes), { key, name }));
const open = (bytes: Buffer, name = "file", with_ = key) =>
  all(decrypt(pieces(bytes), { key: with_, name }));

test("opens what it encrypted, whatever its size and however it arrives", async () => {
  const sizes = [0, 1, chunk - 1, chunk, chunk + 1, 3 * chunk, 3 * chunk + 5];
  for (const size of sizes) {
    const bytes = randomBytes(size);
    const sealed = await seal(bytes);
    expect(sealed.includes(bytes.subarray(0, 32)) && size >= 32).toBe(false);
    expect((await open(sealed)).equals(bytes), `${size} bytes`).toBe(true);
  }
  const few = randomBytes(500);
  const sealed = await all(encrypt(pieces(few, 1), { key, name: "file" }));
  const opened = await all(decrypt(pieces(sealed, 1), { key, name: "file" }));
  expect(opened.equals(few)).toBe(true);
  await fc.assert(
    fc.asyncProperty(
      fc.nat(4 * chunk),
      // A piece of a single byte is copied with all before it in the chunk: only few of them, below.
      fc.integer({ min: 1_000, max: 2 * chunk }),
      async (size, piece) => {
        const bytes = randomBytes(size);
        const sealed = await all(encrypt(pieces(bytes, piece), { key, name: "file" }));
        const opened = await all(decrypt(pieces(sealed, piece), { key, name: "file" }));
        expect(opened.equals(bytes)).toBe(true);
      },
    ),
    { numRuns: 20 },
  );
});

test("refuses a file that was cut off anywhere, also between two chunks", async () => {
  const sealed = await seal(randomBytes(3 * chunk));
  const whole = chunk + 16;
  for (const length of [0, 10, head, head + 5, head + whole, head + 2 * whole, sealed.length - 1])
    await expect(open(sealed.subarray(0, length)), `${length} bytes`).rejects.toThrow("is damaged");
});

test("refuses changed, swapped and repeated chunks", async () => {
  const sealed = await seal(randomBytes(3 * chunk));
  const changed = Buffer.from(sealed);
  changed[head + 100]! ^= 1;
  await expect(open(changed)).rejects.toThrow("is damaged");
  const whole = chunk + 16;
  const part = (at: number) => sealed.subarray(head + at * whole, head + (at + 1) * whole);
  const start = sealed.subarray(0, head);
  for (const order of [
    [1, 0, 2],
    [0, 0, 1, 2],
    [0, 2],
  ])
    await expect(open(Buffer.concat([start, ...order.map(part)]))).rejects.toThrow("is damaged");
});

test("refuses a file under the name of another one, and another key", async () => {
  const sealed = await seal(Buffer.from("one"), "one");
  await expect(open(sealed, "other")).rejects.toThrow("is damaged");
  await expect(open(sealed, "one", randomBytes(32))).rejects.toThrow("is damaged");
});
