import type { SystemWarning } from "#shared/system/system-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import { readImageStoreUrl } from "#server/platform/config/image-store-url.ts";
import type { ShortDisk } from "#server/platform/free-disk.ts";
import { isThisMachine } from "./outbound-services.ts";
import type { ServerSafety } from "./server-safety-store.ts";

export type DataFacts = {
  /** When the newest complete backup by the shop began. */
  lastBackupAt: Date | null;
  /** Whether BACKUP_URL is a folder on the disk of DATA_DIR. */
  isBackupOnDataDisk: boolean;
  server: ServerSafety;
  /** The disks of uploads that have little space. */
  shortDisks: readonly ShortDisk[];
  now: Date;
};

const day = 86_400_000;

/** Settings that put the database, the images or the backups at risk. */
export function listUnsafeDataSettings(config: Config, facts: DataFacts): SystemWarning[] {
  return [
    ...databaseUrls(config),
    ...serverSettings(config, facts.server),
    ...storeSettings(config),
    ...facts.shortDisks.map(shortDisk),
    ...backupPlace(config, facts),
    ...(config.demo ? [] : backupAge(facts)),
  ];
}

function shortDisk({ folder, freeMegabytes, isRefused }: ShortDisk): SystemWarning {
  return {
    setting: "UPLOAD_DISK_RESERVE_MB",
    level: isRefused ? "danger" : "warning",
    problem: `Only ${freeMegabytes} MB are free on the disk of ${folder}. Uploads are refused ${isRefused ? "" : "soon "}so that the rest stays for the database and the log.`,
    fix: "Free space or use a larger disk.",
  };
}

function databaseUrls(config: Config): SystemWarning[] {
  const urls = [
    ["DATABASE_URL", config.DATABASE_URL],
    ["DATABASE_DIRECT_URL", config.DATABASE_DIRECT_URL],
    ...(config.DATABASE_REPLICA_URL ?? []).map((url) => ["DATABASE_REPLICA_URL", url] as const),
  ] as const;
  const open = urls.flatMap(([setting, url]) =>
    url !== undefined && !isEncrypted(url) ? [setting] : [],
  );
  return [...new Set(open)].map((setting) => ({
    setting,
    level: "danger",
    problem: "The connection to the database on another host is not encrypted.",
    fix: `Add ?sslmode=verify-full to ${setting}.`,
  }));
}

/** Whether a connection stays on this machine or requires TLS. */
function isEncrypted(address: string): boolean {
  const url = new URL(address);
  const host = url.searchParams.get("host") ?? decodeURIComponent(url.hostname);
  if (isThisMachine(host.replace(/^\[|\]$/g, ""))) return true;
  const mode = url.searchParams.get("sslmode");
  if (mode !== null) return ["require", "verify-ca", "verify-full"].includes(mode);
  return ["true", "1"].includes(url.searchParams.get("ssl") ?? "");
}

/** The embedded server's settings are ours. */
function serverSettings(config: Config, server: ServerSafety): SystemWarning[] {
  if (config.DATABASE_URL === undefined) return [];
  const warnings: SystemWarning[] = [];
  if (!server.fsync)
    warnings.push({
      setting: "fsync=off",
      level: "danger",
      problem: "PostgreSQL does not wait for its disk: a power failure can destroy the database.",
      fix: "Set fsync = on in PostgreSQL's configuration, and reload it.",
    });
  if (!server.fullPageWrites)
    warnings.push({
      setting: "full_page_writes=off",
      level: "danger",
      problem: "A page that is half written in a power failure cannot be repaired.",
      fix: "Set full_page_writes = on, unless the file system never writes half a page, as ZFS.",
    });
  if (!server.waitsForCommit)
    warnings.push({
      setting: "synchronous_commit=off",
      level: "danger",
      problem: "Bookings and payments are confirmed before they are on a disk. A crash loses them.",
      fix: "Set synchronous_commit = on for the server, the database and the shop's user.",
    });
  return warnings;
}

function storeSettings(config: Config): SystemWarning[] {
  const warnings: SystemWarning[] = [];
  if (isPlainStore(config.IMAGE_STORE_URL))
    warnings.push({
      setting: "IMAGE_STORE_URL",
      level: "warning",
      problem: "Images travel to the store on another host without encryption.",
      fix: "Give the store a certificate, and its https address as endpoint.",
    });
  if (isPlainStore(config.BACKUP_URL))
    warnings.push({
      setting: "BACKUP_URL",
      level: isSealed(config) ? "warning" : "danger",
      problem: isSealed(config)
        ? "Backups, which are encrypted, travel to the store over plain HTTP."
        : "Backups travel to the store on another host without any encryption.",
      fix: "Give the store a certificate, and its https address as endpoint.",
    });
  return warnings;
}

/** Whether a store is another host's and is reached without TLS. */
function isPlainStore(address: string | undefined): boolean {
  const store = address === undefined ? null : readImageStoreUrl(address);
  // A folder, or Amazon's.
  if (!store || "mistake" in store || store.endpoint === undefined) return false;
  const { protocol, hostname } = new URL(store.endpoint);
  return protocol === "http:" && !isThisMachine(hostname.replace(/^\[|\]$/g, ""));
}

const isSealed = (config: Config) => Boolean(config.BACKUP_PASSPHRASE ?? config.BACKUP_KEY_FILE);

function backupPlace(config: Config, { isBackupOnDataDisk }: DataFacts): SystemWarning[] {
  const warnings: SystemWarning[] = [];
  const hasDataHere = config.DATABASE_URL === undefined || config.IMAGE_STORE_URL === undefined;
  if (isBackupOnDataDisk && hasDataHere)
    warnings.push({
      setting: "BACKUP_URL",
      level: "danger",
      problem: "The backups are on the disk of DATA_DIR. If it breaks, both are lost.",
      fix: "Set BACKUP_URL to a bucket, or to a folder of another disk or machine.",
    });
  if (config.BACKUP_URL !== undefined && !isSealed(config))
    warnings.push({
      setting: "BACKUP_URL",
      level: "warning",
      problem:
        "Backups are not encrypted. Anyone who can read them has all personal data, password hashes and the shop's secret. Anyone who can change them can run programs on this machine when one is restored, also on trial.",
      fix: "Set BACKUP_KEY_FILE together with a new folder or prefix in BACKUP_URL, and keep a copy of the key.",
    });
  return warnings;
}

function backupAge({ lastBackupAt, server, now }: DataFacts): SystemWarning[] {
  const age = lastBackupAt ? now.getTime() - lastBackupAt.getTime() : Infinity;
  // A weekly one, and a day to make it.
  if (age < 8 * day) return [];
  const missing = lastBackupAt
    ? `The newest backup by the shop is ${Math.floor(age / day)} days old.`
    : "No backup by the shop.";
  if (server.isLogArchived)
    return [
      {
        setting: "Backups",
        level: "warning",
        problem: `${missing} PostgreSQL archives its log, so another program may make backups, which the shop cannot see.`,
        fix: "Check that program's backups, which have no images, and try a restore.",
      },
    ];
  return [
    {
      setting: "Backups",
      level: "danger",
      problem: `${missing} A broken disk would lose every booking and payment${lastBackupAt ? " since then" : ""}.`,
      fix: lastBackupAt
        ? "Run npm run backup, and read on this page why no newer one was made."
        : "Set up backups as described in docs/operations/back-up.md, then try a restore.",
    },
  ];
}
