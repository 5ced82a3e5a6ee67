import { z } from "zod";
import { BackupError, DamageError } from "./backup-error.ts";
import { readWhole, type Repository } from "./storage/repository.ts";

const file = z.object({ name: z.string(), bytes: z.number(), sha256: z.string() });

const manifestSchema = z.object({
  /** Version 0.1.0 wrote format 1, without a number. */
  format: z.union([z.literal(1), z.literal(2)]),
  name: z.string(),
  /** Counts the backups of a place, so that the newest one is known without trusting a clock. */
  number: z.number().int().min(0).default(0),
  kind: z.enum(["physical", "dump"]),
  startedAt: z.coerce.date(),
  /** From this moment on, the database in it is complete: the earliest time that it can be restored to. */
  consistentAt: z.coerce.date(),
  finishedAt: z.coerce.date(),
  /** Of PostgreSQL. */
  version: z.string(),
  major: z.number(),
  migrations: z.object({ count: z.number(), last: z.number() }),
  counts: z.record(z.string(), z.number()),
  /** Where a physical backup is in the write-ahead log. */
  log: z
    .object({
      systemId: z.string(),
      timeline: z.number(),
      startLsn: z.string(),
      endLsn: z.string(),
      segmentBytes: z.number(),
    })
    .nullable(),
  files: z.array(file),
  /** Bytes of the data directory or of the dumped database, for the space that a restore needs. */
  unpackedBytes: z.number(),
  images: z.number(),
  shop: z.object({
    /** Names of the settings that were set; with their values if the backup is encrypted. */
    settings: z.record(z.string(), z.string().nullable()),
    /** DATA_DIR/auth-secret, and the password of the embedded database. */
    authSecret: z.string().nullable(),
    databasePassword: z.string().nullable(),
  }),
});

export type Manifest = z.output<typeof manifestSchema>;

const folder = "backups/";

/** Files of a backup: the data directory or the dump, PostgreSQL's list of its files, and the ids of its images. */
export const partNames = {
  base: "base.tar",
  fileList: "files.json",
  dump: "database.dump",
  images: "images.json",
};

export function fileOfBackup(backup: string, name: string): string {
  return `${folder}${backup}/${name}`;
}

/** The last file of a backup that is written: without it, there is no backup. */
export async function writeManifest(repository: Repository, manifest: Manifest): Promise<void> {
  const name = fileOfBackup(manifest.name, "manifest.json");
  const text = Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
  await repository.write(name, text);
  const stored = await readWhole(repository, name);
  if (!stored?.equals(text))
    throw new BackupError(`${name} could not be read back from ${repository.shown}.`);
}

/**
 * The complete backups, oldest first, and the names of those that are not complete.
 * @param onDamaged gets what is wrong with each that cannot be read, which is left out then
 * @throws DamageError without `onDamaged`, if the manifest of one is damaged, or it has a name that the shop does not give
 */
export async function listBackups(
  repository: Repository,
  onDamaged?: (error: DamageError) => void,
): Promise<{ backups: Manifest[]; unfinished: string[] }> {
  const files = new Map<string, boolean>();
  for await (const { name } of repository.list(folder)) {
    const [backup = "", part = ""] = name.slice(folder.length).split("/");
    files.set(backup, (files.get(backup) ?? false) || part === "manifest.json");
  }
  const backups: Manifest[] = [];
  for (const [name, isComplete] of files) {
    if (!isComplete) continue;
    try {
      backups.push(await readManifest(repository, name));
    } catch (error) {
      if (!onDamaged || !(error instanceof DamageError)) throw error;
      onDamaged(error);
    }
  }
  return {
    backups: backups.sort(
      (one, other) => one.number - other.number || (one.name < other.name ? -1 : 1),
    ),
    unfinished: [...files].filter(([, isComplete]) => !isComplete).map(([name]) => name),
  };
}

async function readManifest(repository: Repository, backup: string): Promise<Manifest> {
  // An intruder may have chosen the name.
  if (!isBackupName(backup))
    throw new DamageError(
      `${repository.shown} has a backup named ${JSON.stringify(backup)}, which is not a name that this shop gives. Find out where it came from, and remove it.`,
    );
  const name = fileOfBackup(backup, "manifest.json");
  const instead = `Move the folder ${folder}${backup} out of the place to use the other backups.`;
  const text = await readWhole(repository, name).catch((error: unknown) => {
    throw error instanceof DamageError ? new DamageError(`${error.message} ${instead}`) : error;
  });
  const parsed = manifestSchema.safeParse(parseJson(text));
  if (parsed.success && parsed.data.name === backup) return parsed.data;
  throw new DamageError(
    `${repository.shown}/${name} is damaged or was written by a newer version of this program. ${instead}`,
  );
}

function parseJson(text: Buffer | null): unknown {
  try {
    return JSON.parse(text?.toString() ?? "");
  } catch {
    return null;
  }
}

/** The name of a backup that begins now: it sorts by time and is a safe file name. */
export function nameFor(time: Date): string {
  return `${time.toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** Whether it has the form of a backup's name. */
export function isBackupName(text: string): boolean {
  return /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/.test(text);
}
