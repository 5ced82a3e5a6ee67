import type { Config } from "#server/platform/config/config.ts";
import { BackupError, refuseOrWarn } from "../backup-error.ts";
import { settingLine } from "../backup-settings.ts";
import { listBackups } from "../manifest.ts";
import { refuseOlderPlace } from "../newest-backup.ts";
import { openBackups } from "../open-backups.ts";
import { printMessage } from "./print-message.ts";
import { planRestore } from "../restore/plan-restore.ts";

export type SettingsCommand = {
  kind: "settings";
  place: string;
  backup: string | null;
  allowUnencrypted: boolean;
  allowOlder: boolean;
};

/**
 * `backup settings`: prints the settings that a backup has. It needs no database, so that it works on a new machine.
 * @throws BackupError if the place or the backup cannot be read
 */
export async function showSettings(config: Config, command: SettingsCommand): Promise<void> {
  const repository = await openBackups(config, command.place, {
    cwd: process.cwd(),
    create: null,
    lastBackupIn: null,
    allowUnencrypted: command.allowUnencrypted,
  });
  const { backups } = await listBackups(repository);
  const older = refuseOlderPlace(repository, backups, null);
  await refuseOrWarn(older, command.allowOlder ? printMessage : null);
  const newest = backups.at(-1);
  if (!newest) throw new BackupError(`There is no complete backup in ${repository.shown}.`);
  const { backup } = planRestore(backups, [], {
    kind: "backup",
    name: command.backup ?? newest.name,
  });
  // What is not encrypted can be of anyone, and a name could contain further lines.
  const settings = Object.entries(backup.shop.settings)
    .filter(([name]) => /^\w+$/.test(name))
    .map(([name, value]) => [name, repository.isEncrypted ? value : null] as const);
  printMessage(`Settings of the shop when ${backup.name} was made:`);
  for (const [name, value] of settings)
    console.log(value === null ? `# ${name} was set` : settingLine(name, value));
  if (settings.length === 0) printMessage("None were set.");
  if (settings.some(([, value]) => value === null))
    printMessage("The backup is not encrypted, so it has only their names.");
}
