import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { pipeline, Readable, type Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip, createGzip } from "node:zlib";
import { z } from "zod";
import { BackupError, DamageError, isChanged } from "../backup-error.ts";
import type { Place, StoredFile } from "./place.ts";
import { decrypt, encrypt } from "./seal.ts";

type Written = { bytes: number; sha256: string };

/** A place with the backups of one shop. Its files are compressed, and encrypted if it was created so. */
export type Repository = {
  shown: string;
  isEncrypted: boolean;
  /** Returns the size and hash of what is stored. */
  write(name: string, content: Readable | Buffer): Promise<Written>;
  /** The content as it was written; null if there is no such file. `stored` sees the bytes that are stored. */
  read(name: string, stored?: (bytes: Buffer) => void): Promise<Readable | null>;
  list(prefix: string): AsyncIterable<StoredFile>;
  /** The stored files below a prefix that `list` leaves out, such as unencrypted ones in an encrypted place. */
  listForeign(prefix: string): AsyncIterable<string>;
  remove(name: string): Promise<void>;
  /** @throws BackupError if the place no longer has these backups, as a folder whose disk is not mounted anymore */
  check(): Promise<void>;
};

const header = z.object({
  format: z.literal(1),
  encryption: z
    .object({
      salt: z.string(),
      /** The parameters of scrypt. Others were never written, and could make the key cheap or opening it endless. */
      cost: z.object({ N: z.literal(2 ** 17), r: z.literal(8), p: z.literal(1) }),
      /** Proves a passphrase without revealing the key. */
      check: z.string(),
    })
    .nullable(),
});
const headerName = "repository.json";
/** In bytes. */
const longestHeader = 4 * 1024;
const cost = { N: 2 ** 17, r: 8, p: 1 } as const;

export type OpenOptions = {
  /** Needed for encrypted backups. With one, a place that is not encrypted is refused. */
  passphrase: string | null;
  /** Whether an empty place may be prepared, and whether its backups will be encrypted. */
  create: { encrypted: boolean } | null;
  /** The name of the last backup that was made in a place, if any is known: it is refused if it is empty now. */
  lastBackupIn?: ((place: string) => Promise<string | null>) | null;
  /** Reads a place that is not encrypted although there is a passphrase. Only for a person who says so. */
  allowUnencrypted?: boolean;
};

/**
 * Opens the backups of a place, or prepares an empty place for them.
 * @throws BackupError if the place has no backups, the passphrase is missing or wrong, or the place is not encrypted
 *   although there is a passphrase
 */
export async function openRepository(place: Place, options: OpenOptions): Promise<Repository> {
  const text = await readHeader(place);
  if (text) return openPrepared(place, text, options);
  const encrypted = options.create?.encrypted ?? false;
  if (encrypted && !options.passphrase)
    throw new BackupError("Set BACKUP_PASSPHRASE or BACKUP_KEY_FILE to encrypt backups.");
  const last = await options.lastBackupIn?.(place.shown);
  // Rather a disk that is not mounted: new backups in it would be lost with the machine.
  if (last)
    throw new BackupError(
      `${place.shown} has no backups, but this shop made one there (${last}). Is the disk mounted, or the bucket the right one? To start new backups there, run npm run backup with --new.`,
    );
  if (!options.create) throw new BackupError(`There are no backups in ${place.shown}.`);
  await prepare(place, encrypted ? options.passphrase : null);
  // Another process may have prepared it at the same time, with another key.
  const prepared = await readHeader(place);
  if (!prepared) throw new BackupError(`${headerName} could not be read back from ${place.shown}.`);
  return openPrepared(place, prepared, options);
}

async function openPrepared(place: Place, text: Buffer, options: OpenOptions): Promise<Repository> {
  const { encryption } = parseHeader(place, text);
  if (options.create?.encrypted && !encryption)
    throw new BackupError(
      `${place.shown} has backups that are not encrypted. Choose an empty place for encrypted ones.`,
    );
  // Otherwise anyone who can write to the place could exchange it, and its backups would be restored.
  if (!encryption && options.passphrase && !options.allowUnencrypted)
    throw new BackupError(
      `The backups in ${place.shown} are not encrypted, but BACKUP_PASSPHRASE or BACKUP_KEY_FILE is set, so they cannot be told from those of someone else who can write there. Use the right place. To read backups that you made without a key, add --allow-unencrypted.`,
    );
  const key = encryption && (await openKey(place, encryption, options.passphrase));
  return repositoryOf(place, { key, text });
}

async function prepare(place: Place, passphrase: string | null): Promise<void> {
  const salt = randomBytes(16);
  const key = passphrase === null ? null : await deriveKey(passphrase, salt, cost);
  const encryption = key && { salt: salt.toString("base64"), cost, check: checkOf(key) };
  const text = Buffer.from(`${JSON.stringify({ format: 1, encryption })}\n`);
  // Deriving the key took a while. This is for stores that replace a file all the same.
  if (!(await readHeader(place))) await place.writeNew(headerName, text);
}

/**
 * @throws BackupError if it cannot be read, or is larger than any that was ever written, and could fill the shop's memory
 */
async function readHeader(place: Place): Promise<Buffer | null> {
  return readShort(place).catch((error: unknown) => {
    // Without it, nothing else can be read: the whole place is away, not one of its files damaged.
    throw error instanceof DamageError ? new BackupError(error.message) : error;
  });
}

async function readShort(place: Place): Promise<Buffer | null> {
  const file = await place.read(headerName);
  if (!file) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > longestHeader)
      throw new BackupError(`${place.shown}/${headerName} is damaged: it is too long.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function parseHeader(place: Place, text: Buffer): z.output<typeof header> {
  try {
    return header.parse(JSON.parse(text.toString()));
  } catch {
    throw new BackupError(
      `${place.shown}/${headerName} is damaged or was written by a newer version of this program.`,
    );
  }
}

type Encryption = NonNullable<z.output<typeof header>["encryption"]>;

async function openKey(
  place: Place,
  encryption: Encryption,
  passphrase: string | null,
): Promise<Buffer> {
  if (!passphrase)
    throw new BackupError(
      `The backups in ${place.shown} are encrypted. Set BACKUP_PASSPHRASE or BACKUP_KEY_FILE as they were when the first one was made.`,
    );
  const key = await deriveKey(passphrase, Buffer.from(encryption.salt, "base64"), encryption.cost);
  const given = Buffer.from(checkOf(key));
  const expected = Buffer.from(encryption.check);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new BackupError(
      `The passphrase does not open the backups in ${place.shown}. Check BACKUP_PASSPHRASE or BACKUP_KEY_FILE.`,
    );
  return key;
}

/** Not synchronously: it takes a part of a second, in which the shop goes on. */
function deriveKey(passphrase: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  const options = { N, r, p, maxmem: 256 * N * r };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

function checkOf(key: Buffer): string {
  return createHmac("sha256", key).update("marque backup passphrase").digest("base64");
}

function repositoryOf(
  place: Place,
  { key, text }: { key: Buffer | null; text: Buffer },
): Repository {
  const suffixOf = (name: string) => `${isCompressed(name) ? ".gz" : ""}${key ? ".enc" : ""}`;
  const storedName = (name: string) => `${name}${suffixOf(name)}`;
  return {
    shown: place.shown,
    isEncrypted: key !== null,
    async write(name, content) {
      const hash = createHash("sha256");
      let bytes = 0;
      const stored = counted(encoded(content, name, key), (chunk) => {
        hash.update(chunk);
        bytes += chunk.length;
      });
      // A small file is sent in one request.
      await place.write(storedName(name), Buffer.isBuffer(content) ? await buffer(stored) : stored);
      return { bytes, sha256: hash.digest("hex") };
    },
    async read(name, onStored) {
      const file = await place.read(storedName(name));
      return file && decoded(onStored ? counted(file, onStored) : file, name, key);
    },
    async *list(prefix) {
      for await (const file of place.list(prefix)) {
        const name = plainName(file.name);
        if (file.name === storedName(name)) yield { ...file, name };
      }
    },
    async *listForeign(prefix) {
      for await (const { name } of place.list(prefix)) {
        const plain = plainName(name);
        // Names with a dot are written by file managers of other systems, and are never read.
        const isHidden = name.split("/").at(-1)!.startsWith(".");
        if (name !== storedName(plain) && !isHidden) yield name;
      }
    },
    remove: (name) => place.remove(storedName(name)),
    async check() {
      const now = await readHeader(place);
      if (!now?.equals(text))
        throw new BackupError(
          `${place.shown} ${now ? "has other backups than before" : "has lost its backups"}. Is the disk mounted, and the right one?`,
        );
    },
  };
}

function plainName(stored: string): string {
  return stored.replace(/[.]enc$/, "").replace(/[.]gz$/, "");
}

/** Images are compressed already. */
function isCompressed(name: string): boolean {
  return !name.startsWith("images/");
}

/** Compresses, then encrypts. */
function encoded(content: Readable | Buffer, name: string, key: Buffer | null): Readable {
  const plain = Buffer.isBuffer(content) ? Readable.from([content]) : content;
  const packed = isCompressed(name) ? joined(plain, createGzip({ level: 2 })) : plain;
  return key ? Readable.from(encrypt(packed, { key, name }), { objectMode: false }) : packed;
}

function decoded(stored: Readable, name: string, key: Buffer | null): Readable {
  const packed = key
    ? Readable.from(decrypt(stored, { key, name }), { objectMode: false })
    : stored;
  const plain = isCompressed(name) ? joined(packed, createGunzip()) : packed;
  return Readable.from(explained(plain, name), { objectMode: false });
}

/** Errors of either stream end both. */
function joined(source: Readable, target: Transform): Transform {
  pipeline(source, target, () => undefined);
  return target;
}

async function* explained(source: AsyncIterable<Buffer>, name: string): AsyncGenerator<Buffer> {
  try {
    yield* source;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!code.startsWith("Z_")) throw error;
    throw new DamageError(
      `${name} is damaged: its compressed content was changed or cut off. Use another backup.`,
    );
  }
}

function counted(source: Readable, onChunk: (chunk: Buffer) => void): Readable {
  return Readable.from(
    (async function* () {
      for await (const chunk of source as AsyncIterable<Buffer>) {
        onChunk(chunk);
        yield chunk;
      }
    })(),
    { objectMode: false },
  );
}

/** The whole content of a small file. */
export async function readWhole(repository: Repository, name: string): Promise<Buffer | null> {
  return readAgain(repository, async () => {
    const file = await repository.read(name);
    return file && buffer(file);
  });
}

/**
 * Reads once more, after a look at the place, what could not be read.
 * @throws BackupError of the place, if that is away, or of the second attempt
 */
export async function readAgain<Value>(
  repository: Repository,
  read: () => Promise<Value>,
): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof BackupError) || isChanged(error)) throw error;
    await repository.check();
    return read();
  }
}
