import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { DamageError } from "../backup-error.ts";

const magic = Buffer.from("MARQUE-BACKUP-1\n");
const saltBytes = 16;
const chunkBytes = 64 * 1024;
const tagBytes = 16;

/**
 * Encrypts a file with AES-256-GCM in chunks of 64 KiB, as the STREAM construction does: each nonce has the chunk's
 * number and whether it is the last one, so chunks cannot be cut off, swapped or left out unnoticed. Each file has a key
 * of its own, which depends on its name, so files cannot be swapped either.
 */
export async function* encrypt(
  source: AsyncIterable<Buffer>,
  { key, name }: { key: Buffer; name: string },
): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  const fileKey = keyOfFile(key, salt, name);
  yield Buffer.concat([magic, salt]);
  let number = 0;
  for await (const { chunk, isLast } of inChunks(source, chunkBytes)) {
    const cipher = createCipheriv("aes-256-gcm", fileKey, nonceOf(number, isLast));
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    number += 1;
  }
}

/** @throws DamageError if the file was changed or cut off, or belongs to another name or key */
export async function* decrypt(
  source: AsyncIterable<Buffer>,
  { key, name }: { key: Buffer; name: string },
): AsyncGenerator<Buffer> {
  let fileKey: Buffer | null = null;
  let number = 0;
  for await (const { chunk, isLast } of sealedChunks(source, name)) {
    if (!fileKey) {
      fileKey = keyOfFile(key, chunk, name);
      continue;
    }
    const decipher = createDecipheriv("aes-256-gcm", fileKey, nonceOf(number, isLast));
    decipher.setAuthTag(chunk.subarray(-tagBytes));
    const opened = decipher.update(chunk.subarray(0, -tagBytes));
    try {
      decipher.final();
    } catch {
      throw new DamageError(
        `${name} is damaged: its encrypted content was changed or cut off. Use another backup.`,
      );
    }
    yield opened;
    number += 1;
  }
}

/** First the salt, then the encrypted chunks. */
async function* sealedChunks(source: AsyncIterable<Buffer>, name: string) {
  const reader = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  const headBytes = magic.length + saltBytes;
  while (head.length < headBytes) {
    const next = await reader.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  if (head.length < headBytes || !head.subarray(0, magic.length).equals(magic))
    throw new DamageError(`${name} is damaged: it is not an encrypted file of a backup.`);
  yield { chunk: head.subarray(magic.length, headBytes), isLast: false };
  const rest = (async function* () {
    yield head.subarray(headBytes);
    for (let next = await reader.next(); !next.done; next = await reader.next()) yield next.value;
  })();
  for await (const sealed of inChunks(rest, chunkBytes + tagBytes)) {
    if (sealed.chunk.length < tagBytes)
      throw new DamageError(`${name} is damaged: it was cut off. Use another backup.`);
    yield sealed;
  }
}

/** Cuts a stream into chunks of one size. The last one is shorter, or empty if there is nothing at all. */
async function* inChunks(source: AsyncIterable<Buffer>, size: number) {
  let waiting: Buffer[] = [];
  let length = 0;
  for await (const part of source) {
    waiting.push(part);
    length += part.length;
    if (length <= size) continue;
    const all = Buffer.concat(waiting);
    let from = 0;
    // The last full chunk waits, because it may be the last one of all.
    for (; all.length - from > size; from += size)
      yield { chunk: all.subarray(from, from + size), isLast: false };
    waiting = [all.subarray(from)];
    length = all.length - from;
  }
  yield { chunk: Buffer.concat(waiting), isLast: true };
}

function keyOfFile(key: Buffer, salt: Buffer, name: string): Buffer {
  return Buffer.from(hkdfSync("sha256", key, salt, `marque backup ${name}`, 32));
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 3);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}
