import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import { BackupError, DamageError } from "../backup-error.ts";
import { packTar, readTar } from "./tar.ts";

const files = [
  { name: "large", bytes: randomBytes(200_000) },
  { name: "folder/empty", bytes: Buffer.alloc(0) },
  { name: `folder/${"long".repeat(40)}`, bytes: randomBytes(700) },
];
const tar = await packTar(files);

async function* inPieces(bytes: Buffer, end = () => undefined) {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000);
  end();
}

async function read(source: AsyncIterable<Buffer>, skip: string[] = []) {
  const entries = [];
  for await (const { path, content } of readTar(Readable.from(source)))
    if (!skip.includes(path)) entries.push({ name: path, bytes: await buffer(content) });
  return entries;
}

test("reads what it packed, and skips what is left unread", async () => {
  expect(await read(inPieces(tar))).toEqual(files);
  expect(await read(inPieces(tar), ["large"])).toEqual(files.slice(1));
});

test.each([
  ["cut off in a file", tar.subarray(0, 100_000)],
  ["cut off in a header", tar.subarray(0, 300)],
  ["with a changed name", Buffer.concat([Buffer.from("L"), tar.subarray(1)])],
  ["of other bytes", randomBytes(2_000)],
])("names the damage of a file %s", async (_, bytes) => {
  const damage = "The file is not a tar file, or it is damaged or cut off";
  await expect(read(inPieces(bytes))).rejects.toThrow(damage);
  await expect(read(inPieces(bytes), ["large"])).rejects.toThrow(damage);
  await expect(read(inPieces(bytes))).rejects.toBeInstanceOf(BackupError);
});

test.each([
  ["in a file", 5_000],
  ["after the last file", tar.length],
])("passes on what its source throws %s", async (_, length) => {
  const fail = () => {
    throw new RangeError("The checksum is wrong.");
  };
  await expect(read(inPieces(tar.subarray(0, length), fail))).rejects.toThrow(RangeError);
});

test("refuses a folder with content, after which the rest would never be read", async () => {
  const large = Buffer.from(await packTar([files[0]!]));
  // The type of the entry, and the checksum of its header.
  large[156] = "5".charCodeAt(0);
  const sum = [...large.subarray(0, 512)].reduce(
    (total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte),
    0,
  );
  large.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  await expect(read(inPieces(large))).rejects.toThrow("it is damaged or cut off");
  await expect(read(inPieces(large), ["large"])).rejects.toBeInstanceOf(DamageError);
});

test("stops its source when the reader stops", async () => {
  const source = Readable.from(inPieces(tar));
  const stop = async () => {
    for await (const { content } of readTar(source))
      for await (const _ of content) throw new RangeError("enough");
  };
  await expect(stop()).rejects.toThrow("enough");
  expect(source.destroyed).toBe(true);
});
