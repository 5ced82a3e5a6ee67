import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Config } from "#server/platform/config/config.ts";
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

// Settings that decide what a shop is and how it reaches others. Others have the same values anywhere.
const kept =
  /^(PORT|HOST|PUBLIC_URL|DATABASE_|DATA_DIR|DEMO|AUTH_SECRET|TRUSTED_PROXIES|CURRENCY|BOOKING_|HOLDS_|UNVERIFIED_|SALE_|PAYMENT_|STRIPE_|GOOGLE_|SMTP_|MAIL_|BRAND_|IMAGE_|REPORTS_|BACKUP_)/;

/** The names of the settings that are set; with their values if they will be encrypted. */
export function listSettings(
  env: NodeJS.ProcessEnv,
  isEncrypted: boolean,
): Record<string, string | null> {
  const entries = Object.entries(env)
    // The passphrase would be of no use in the backup that it opens.
    .filter(([name, value]) => kept.test(name) && value && name !== "BACKUP_PASSPHRASE")
    .map(([name, value]) => [name, isEncrypted ? value! : null] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}
