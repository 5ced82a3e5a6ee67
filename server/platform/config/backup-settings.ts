import { z } from "zod";

/** The settings of backups, which docs/configuration.md describes. */
export const backupSettings = {
  BACKUP_URL: z
    .string()
    .regex(/^(s3:\/\/[^/?]|(?![a-z][a-z0-9+.-]+:\/\/))/i, "must be a folder or s3://bucket/folder")
    .optional(),
  BACKUP_SCHEDULE: z
    .string()
    .regex(
      /^[\d*,/-]+( [\w*,/-]+){4}$/,
      "must be five fields as in cron, for example 30 2 * * * for 02:30 UTC every day",
    )
    .default("30 2 * * *"),
  BACKUP_KEEP: z
    .string()
    .regex(
      /^[1-9]\d{0,3}( (last|days?|daily|weekly|monthly)( [1-9]\d{0,3} (last|days?|daily|weekly|monthly))*)?$/,
      "must be a number of backups, or for example 7 daily 4 weekly, or 30 days",
    )
    .default("7 daily 4 weekly"),
  BACKUP_TRIAL_SCHEDULE: z
    .string()
    .regex(
      /^(off|[\d*,/-]+( [\w*,/-]+){4})$/,
      "must be off, or five fields as in cron, for example 30 4 * * 0 for 04:30 UTC every Sunday",
    )
    .default("30 4 * * 0"),
  BACKUP_TRIAL_FOLDER: z.string().min(1).optional(),
  BACKUP_PASSPHRASE: z.string().min(16, "must have at least 16 characters").optional(),
  BACKUP_KEY_FILE: z.string().min(1).optional(),
};
