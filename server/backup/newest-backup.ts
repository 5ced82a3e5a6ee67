import { z } from "zod";
import { BackupError, DamageError, nullIfDamaged } from "./backup-error.ts";
import type { Manifest } from "./manifest.ts";
import { readWhole, type Repository } from "./storage/repository.ts";

const fileName = "newest.json";

const schema = z.object({
  format: z.literal(1),
  /** Of the newest backup that this place ever had. It only grows. */
  number: z.number().int().min(1),
  backup: z.string(),
  finishedAt: z.coerce.date(),
});

type Newest = z.output<typeof schema>;

async function readNewest(repository: Repository): Promise<Newest | null> {
  const text = await readWhole(repository, fileName).catch((error: unknown) => {
    throw error instanceof DamageError ? damaged(repository) : error;
  });
  if (!text) return null;
  try {
    return schema.parse(JSON.parse(text.toString()));
  } catch {
    throw damaged(repository);
  }
}

function damaged({ shown }: Repository): DamageError {
  return new DamageError(
    `${shown}/${fileName} is damaged or was written by a newer version of this program, so newer backups may be missing. ${advice}`,
  );
}

/**
 * The number of the backup that is being made: higher than that of any backup that the place ever had. A damaged record
 * counts as lost, and is written again with the backup.
 */
export async function nextNumber(
  repository: Repository,
  backups: readonly Manifest[],
): Promise<number> {
  const newest = await readNewest(repository).catch(nullIfDamaged);
  return Math.max(newest?.number ?? 0, ...backups.map(({ number }) => number)) + 1;
}

/** Records a complete backup as the newest one of its place. */
export async function recordNewest(
  repository: Repository,
  { number, name, finishedAt }: Manifest,
): Promise<void> {
  const newest: Newest = { format: 1, number, backup: name, finishedAt };
  await repository.write(fileName, Buffer.from(JSON.stringify(newest)));
}

/**
 * Refuses a place in which older backups took the place of newer ones, or pass for the newest. A whole place that was put
 * back to an earlier state is only noticed with `lastBackup`, which is known from elsewhere.
 * @param lastBackup the newest backup that the shop's database knows in this place; null if that is not known
 * @throws BackupError that names the missing or returned backup
 */
export async function refuseOlderPlace(
  repository: Repository,
  backups: readonly Manifest[],
  lastBackup: string | null,
): Promise<void> {
  const newest = await readNewest(repository);
  const has = (name: string) => backups.some((backup) => backup.name === name);
  const present = backups.at(-1);
  const number = present?.number ?? 0;
  // The record is written after each backup. Only version 0.1.0 wrote none, and no numbers.
  const isRecordLost = !newest && number > 0;
  // A process that was killed after it wrote a backup has not recorded it.
  const isNewestLost = newest && !has(newest.backup) && number <= newest.number;
  const left = present ? `The newest one there is ${present.name}.` : "There is none left.";
  if (isRecordLost)
    throw new BackupError(
      `${repository.shown} has lost its record of the newest backup (${fileName}), so newer backups may be missing. ${left} ${advice}`,
    );
  if (isNewestLost || (lastBackup !== null && !has(lastBackup)))
    throw new BackupError(
      `The newest backup of this shop, ${isNewestLost ? newest.backup : lastBackup}, is missing in ${repository.shown}. ${left} ${advice}`,
    );
  const last = backups.find(({ name }) => name === lastBackup);
  const recorded = newest && { name: newest.backup, finishedAt: newest.finishedAt };
  for (const later of [recorded, last])
    if (present && later) refuseReturned(repository, present, later);
}

/** A number is given again after the backups that had it are removed, together with the record. */
function refuseReturned(
  repository: Repository,
  present: Manifest,
  later: Pick<Manifest, "name" | "finishedAt">,
): void {
  if (present.name === later.name || present.startedAt > later.finishedAt) return;
  throw new BackupError(
    `${present.name} in ${repository.shown} passes for the newest backup, but ${later.name} was made after it. Look for who put it back, and remove it. To use it all the same, add --allow-older.`,
  );
}

const advice =
  "Look for what removed it: another program, a rule of the store, or an intruder. To use what is there all the same, add --allow-older. The next backup puts the record right.";
