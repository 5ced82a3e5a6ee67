import { readFile } from "node:fs/promises";
import path from "node:path";
import { settingNames, type Config } from "#server/platform/config/config.ts";
import { BackupError } from "./backup-error.ts";

/**
 * The passphrase of encrypted backups: BACKUP_PASSPHRASE, or the content of BACKUP_KEY_FILE. Null if neither is set.
 * @throws BackupError if the file cannot be read or is too short to be safe
 */
export async function readPassphrase(
  config: Pick<Config, "BACKUP_PASSPHRASE" | "BACKUP_KEY_FILE">,
): Promise<string | null> {
  if (config.BACKUP_PASSPHRASE) return config.BACKUP_PASSPHRASE;
  if (!config.BACKUP_KEY_FILE) return null;
  const file = path.resolve(config.BACKUP_KEY_FILE);
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`BACKUP_KEY_FILE ${file} cannot be read (${error.code ?? ""}).`);
  });
  if (text.trim().length < 16)
    throw new BackupError(
      `BACKUP_KEY_FILE ${file} is too short to be safe. Make one with: openssl rand -hex 32 > ${file}`,
    );
  return text.trim();
}

/** What is read elsewhere: where the settings are, and the standard variables of telemetry and of S3 stores. */
const readElsewhere = /^(ENV_FILE|OTEL_\w+|AWS_\w+)$/;

/** Settings that a backup does not have, and why. All others that the program knows are in it. */
const leftOut: Readonly<Record<string, string>> = {
  BACKUP_PASSPHRASE: "It would be of no use in the backup that it opens.",
};

/** The names of the settings that are set; with their values if they will be encrypted. */
export function listSettings(
  env: NodeJS.ProcessEnv,
  isEncrypted: boolean,
): Record<string, string | null> {
  const isSetting = (name: string) => settingNames.includes(name) || readElsewhere.test(name);
  const entries = Object.entries(env)
    .filter(([name, value]) => isSetting(name) && value && !(name in leftOut))
    .map(([name, value]) => [name, isEncrypted ? value! : null] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** A setting as a line of an .env file, which reads back as the same value. */
export function settingLine(name: string, value: string): string {
  if (/^[\w.:/@%+=,?&~-]*$/.test(value)) return `${name}=${value}`;
  // Double quotes last: between them, \n is a new line.
  const quote = ["'", "`", '"'].find((one) => !value.includes(one));
  return quote && !(quote === '"' && value.includes("\\n"))
    ? `${name}=${quote}${value}${quote}`
    : `# ${name} has all kinds of quotes. As JSON: ${JSON.stringify(value)}`;
}
