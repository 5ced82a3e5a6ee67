import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { z } from "zod";
import { BackupError, DamageError } from "./backup-error.ts";
import { fileOfBackup, partNames, type Manifest } from "./manifest.ts";
import { readAgain, type Repository } from "./storage/repository.ts";
import { readTar, type TarEntry } from "./storage/tar.ts";

// PostgreSQL's manual, "Backup Manifest Format".
const fileList = z.object({
  Files: z.array(
    z.object({
      Path: z.string().optional(),
      "Encoded-Path": z.string().optional(),
      Size: z.number(),
      Checksum: z.string(),
    }),
  ),
});

/** The files of a data directory, as PostgreSQL listed them: their sizes and SHA-256 hashes by path. */
export function readFileList(text: Buffer): Map<string, { bytes: number; sha256: string }> {
  const { Files } = fileList.parse(JSON.parse(text.toString()));
  return new Map(
    Files.map((file) => [
      file.Path ?? Buffer.from(file["Encoded-Path"] ?? "", "hex").toString(),
      { bytes: file.Size, sha256: file.Checksum },
    ]),
  );
}

/** Parts of the log have checksums of their own, and are not in PostgreSQL's list. */
const isLog = /^pg_wal\/([0-9A-F]{24}|[0-9A-F]{8}[.]history|archive_status\/[\w.]+)$/;

/**
 * Reads a physical backup whole and compares it with its hashes: of what is stored, and of every file in it as
 * PostgreSQL listed it.
 * @param keep gets each entry, and reads its content through the given one
 * @throws BackupError that names the first damaged or missing file
 */
export async function readBase(
  repository: Repository,
  manifest: Pick<Manifest, "name" | "files">,
  keep: (entry: TarEntry) => Promise<void> = drain,
): Promise<void> {
  const name = fileOfBackup(manifest.name, partNames.base);
  const left = readFileList(await readFileOfBackup(repository, manifest, partNames.fileList));
  const hash = createHash("sha256");
  const file = await repository.read(name, (bytes) => hash.update(bytes));
  if (!file) throw missing(repository, name);
  for await (const entry of readTar(file)) {
    refuseUnsafePath(entry);
    const content = createHash("sha256");
    await keep({ ...entry, content: hashed(entry.content, content) });
    const expected = left.get(entry.path);
    if (expected && (expected.bytes !== entry.bytes || expected.sha256 !== content.digest("hex")))
      throw new BackupError(
        `${name} is damaged: ${entry.path} differs from when it was backed up. Use another backup.`,
      );
    if (!expected && entry.kind === "file" && !isLog.test(entry.path))
      throw new BackupError(
        `${name} is damaged: it has ${JSON.stringify(entry.path)}, which PostgreSQL does not list. Use another backup.`,
      );
    left.delete(entry.path);
  }
  const [absent] = left.keys();
  if (absent !== undefined)
    throw new BackupError(`${name} is damaged: ${absent} is missing. Use another backup.`);
  compareHash(manifest, partNames.base, hash.digest("hex"));
}

/** Reads a smaller file of a backup and compares it with its hash. */
export async function readFileOfBackup(
  repository: Repository,
  manifest: Pick<Manifest, "name" | "files">,
  part: string,
): Promise<Buffer> {
  const name = fileOfBackup(manifest.name, part);
  return readAgain(repository, async () => {
    const hash = createHash("sha256");
    const file = await repository.read(name, (bytes) => hash.update(bytes));
    if (!file) throw missing(repository, name);
    const content = await buffer(file);
    compareHash(manifest, part, hash.digest("hex"));
    return content;
  });
}

/** @throws DamageError if the stored bytes are not those that were written */
export function compareHash(
  manifest: Pick<Manifest, "name" | "files">,
  part: string,
  sha256: string,
): void {
  const expected = manifest.files.find(({ name }) => name === part);
  if (expected?.sha256 !== sha256)
    throw new DamageError(
      `${fileOfBackup(manifest.name, part)} is damaged: it is not what was written. Use another backup.`,
    );
}

export function missing(repository: Repository, name: string): DamageError {
  return new DamageError(`${name} is missing in ${repository.shown}. Use another backup.`);
}

/** Links and tablespaces lead out of the folder; on Windows, so do backslashes and drive letters. */
function refuseUnsafePath({ path, kind }: TarEntry): void {
  const isOutside = path.startsWith("/") || path.split("/").includes("..") || /[\\:]/.test(path);
  const isTablespace = path === "tablespace_map" || path.startsWith("pg_tblspc/");
  if (kind === "link" || isOutside || isTablespace)
    throw new BackupError(
      `The backup contains the path ${JSON.stringify(path)}, which the shop's database never has.`,
    );
}

async function* hashed(content: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function drain({ content }: TarEntry): Promise<void> {
  for await (const _chunk of content);
}
