import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { appendFileSync, chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  addAccounts,
  makeFolder,
  openDatabaseIn,
  type DatabaseInFolder,
} from "#testing/backup/database-in-folder.ts";
import { runBackup } from "./command/backup-command.ts";
import { nothingExpected } from "#testing/backup/nothing-expected.ts";
import { readExpectedPlace } from "./expected-place.ts";
import { makeBackup } from "./make-backup.ts";
import { nameFor } from "./manifest.ts";
import { runRestore } from "./restore/restore-command.ts";
import { openFolderPlace } from "./storage/folder-place.ts";
import { openRepository } from "./storage/repository.ts";
import { tryConfigured } from "./trial/try-backup-command.ts";

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const passphrase = "a passphrase of the tests, long enough";
const options = { say: () => undefined, keep: null };
let folder: ReturnType<typeof makeFolder>;
let shop: DatabaseInFolder;
/** The names of the older and the newer backup. */
let older: string;
let newer: string;
let last: string;
let printed: string[];

const at = (...parts: string[]) => join(folder.path, ...parts);
const place = (...parts: string[]) => at("place", ...parts);
const backups = (...parts: string[]) => place("backups", ...parts);

/** A shop whose database brings commands, and a place with two of its backups, encrypted, and a copy after each. */
beforeAll(async () => {
  folder = makeFolder();
  shop = await openDatabaseIn(at("shop"));
  mkdirSync(at("markers"));
  chmodSync(at("markers"), 0o777);
  older = await backUp(passphrase);
  cpSync(place(), at("older"), { recursive: true });
  await addAccounts(shop, "newer", 5);
  newer = await backUp(passphrase);
  renameSync(place(), at("original"));
  await backUp(null, at("unencrypted"));
});

afterAll(async () => {
  await shop.stop();
  folder.remove();
});

beforeEach(() => {
  cpSync(at("original"), place(), { recursive: true });
  printed = [];
  const print = (line: string) => void printed.push(line);
  vi.spyOn(console, "log").mockImplementation(print);
  vi.spyOn(console, "error").mockImplementation(print);
  vi.stubEnv("DEMO", "0").stubEnv("BACKUP_URL", place()).stubEnv("BACKUP_PASSPHRASE", passphrase);
  vi.stubEnv("BACKUP_TRIAL_FOLDER", at("scratch"));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const name of ["place", "scratch", "restored"])
    rmSync(at(name), { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
});

/** Backs the shop up while its data directory has the commands. @returns the name of the backup */
async function backUp(key: string | null, into = place()): Promise<string> {
  const repository = await openRepository(openFolderPlace(into), {
    passphrase: key,
    create: { encrypted: key !== null },
  });
  // The name of a backup is a second. Only that is waited for: a busy machine may take minutes for the backup itself.
  await vi.waitFor(() => expect(nameFor(new Date())).not.toBe(last), { timeout: 10_000 });
  const removeCommands = plantCommands(at("shop", "postgres", "cluster"));
  try {
    ({ name: last } = await makeBackup(shop, repository, options));
    return last;
  } finally {
    removeCommands();
  }
}

/**
 * Whatever makes a server run something, in the data directory that the backups have. A server that starts again with
 * it, as after a crash, would be a standby and accept no changes.
 * @returns removes it again
 */
function plantCommands(cluster: string): () => void {
  const changed = ["postgresql.auto.conf", "postgresql.conf", "pg_hba.conf"].map((name) => ({
    file: join(cluster, name),
    text: readFileSync(join(cluster, name)),
  }));
  const touch = (name: string) => `touch ${at("markers", name)}`;
  const settings = [
    `recovery_end_command = '${touch("recovery-end")}'`,
    `archive_cleanup_command = '${touch("cleanup")}'`,
    `archive_mode = on`,
    `archive_command = '${touch("archive")}'`,
    `session_preload_libraries = '${at("library")}'`,
    `shared_preload_libraries = '${at("library")}'`,
  ].join("\n");
  appendFileSync(join(cluster, "postgresql.auto.conf"), `${settings}\n`);
  appendFileSync(join(cluster, "postgresql.conf"), `include_if_exists = 'more.conf'\n`);
  appendFileSync(join(cluster, "pg_hba.conf"), "host all all 0.0.0.0/0 trust\n");
  for (const [name, text] of [
    ["more.conf", settings],
    ["standby.signal", ""],
  ] as const) {
    writeFileSync(join(cluster, name), text);
    chmodSync(join(cluster, name), 0o644);
  }
  return () => {
    for (const { file, text } of changed) writeFileSync(file, text);
    for (const name of ["more.conf", "standby.signal"]) rmSync(join(cluster, name));
  };
}

/** Each of the three that read a place: how it ends, and what it says. */
const readers = {
  verify: async () => {
    vi.stubEnv("DATA_DIR", at("shop"));
    return { code: await runBackup(["verify"]), output: printed.join("\n") };
  },
  restore: async () => {
    vi.stubEnv("DATA_DIR", at("restored"));
    return { code: await runRestore([]), output: printed.join("\n") };
  },
  trial: async () => {
    vi.stubEnv("DATA_DIR", at("shop"));
    const expected = await readExpectedPlace(shop, place(), { isArchived: true });
    const answer = await tryConfigured(expected);
    return { code: "trial" in answer ? 0 : 1, output: "error" in answer ? answer.error : "" };
  },
};
type Reader = keyof typeof readers;
const everyReader: Reader[] = ["verify", "restore", "trial"];

const baseOf = (name: string) => backups(name, "base.tar.gz.enc");

const attacks: [string, { tamper: () => void; says: RegExp; notRestore?: boolean }][] = [
  [
    "an unencrypted place in its stead",
    {
      tamper: () => {
        rmSync(place(), { recursive: true });
        cpSync(at("unencrypted"), place(), { recursive: true });
      },
      says: /are not encrypted, but BACKUP_PASSPHRASE or BACKUP_KEY_FILE is set/,
    },
  ],
  [
    "a header that says it is not encrypted",
    {
      tamper: () => cpSync(at("unencrypted", "repository.json"), place("repository.json")),
      says: /are not encrypted, but/,
    },
  ],
  [
    "an unencrypted backup in an encrypted place",
    {
      tamper: () => {
        const [name = ""] = readdirSync(at("unencrypted", "backups"));
        cpSync(at("unencrypted", "backups", name), backups("2099-01-01T00-00-00Z"), {
          recursive: true,
        });
      },
      says: /has the file "backups\/2099.*is not encrypted with the key/,
    },
  ],
  [
    "an unencrypted part of the log",
    {
      tamper: () => {
        mkdirSync(place("wal", "7"), { recursive: true });
        writeFileSync(place("wal", "7", "000000010000000000000001.gz"), "any");
      },
      says: /has the file "wal\/7\/0{7}10.*is not encrypted with the key/,
    },
  ],
  [
    "a file exchanged for one of another backup",
    { tamper: () => cpSync(baseOf(older), baseOf(newer)), says: /base\.tar is damaged/ },
  ],
  [
    "a file exchanged for an unencrypted one",
    {
      tamper: () => {
        const [name = ""] = readdirSync(at("unencrypted", "backups"));
        cpSync(at("unencrypted", "backups", name, "base.tar.gz"), baseOf(newer));
      },
      says: /base\.tar is damaged: it is not an encrypted file/,
    },
  ],
  [
    "a manifest of another backup",
    {
      tamper: () =>
        cpSync(backups(older, "manifest.json.gz.enc"), backups(newer, "manifest.json.gz.enc")),
      says: /manifest\.json is damaged/,
    },
  ],
  [
    "an added file",
    {
      tamper: () => cpSync(baseOf(newer), backups(newer, "added.tar.gz.enc")),
      says: /has the file "backups\/.*added\.tar", which the backup .* does not list/,
    },
  ],
  [
    "a file that was cut off",
    {
      tamper: () => writeFileSync(baseOf(newer), readFileSync(baseOf(newer)).subarray(0, -70_000)),
      says: /base\.tar is damaged/,
    },
  ],
  ["a lost file", { tamper: () => rmSync(baseOf(newer)), says: /base\.tar is missing/ }],
  [
    "an older backup in the place of the newest",
    {
      tamper: () => rmSync(backups(newer), { recursive: true }),
      says: /The newest backup of this shop, .*Z, is missing.*The newest one there is .*Z\. .*--allow-older/,
    },
  ],
  [
    "older backups and no record of the newest",
    {
      tamper: () => rmSync(place("newest.json.gz.enc")),
      says: /has lost its record of the newest backup/,
    },
  ],
  [
    "the whole place as it was earlier, which only the database can tell",
    {
      tamper: () => {
        rmSync(place(), { recursive: true });
        cpSync(at("older"), place(), { recursive: true });
      },
      says: /The newest backup of this shop, .*Z, is missing/,
      notRestore: true,
    },
  ],
];

const cases = attacks.flatMap(([what, { notRestore, ...attack }]) =>
  everyReader
    .filter((reader) => !(notRestore && reader === "restore"))
    .map((reader) => [reader, what, attack] as const),
);

test.each(cases)("%s refuses %s", async (reader, _what, { tamper, says }) => {
  tamper();
  const { code, output } = await readers[reader]();
  expect(output).toMatch(says);
  expect(code).toBe(1);
  expect(existsSync(at("restored", "postgres"))).toBe(false);
});

test.each(everyReader)("%s runs nothing of what a backup brings", async (reader) => {
  expect(await readers[reader]()).toMatchObject({ code: 0 });
  expect(readdirSync(at("markers"))).toEqual([]);
});

test("a trial without a key runs nothing of a backup's configuration either", async () => {
  vi.stubEnv("BACKUP_PASSPHRASE", "").stubEnv("BACKUP_URL", at("unencrypted"));
  vi.stubEnv("DATA_DIR", at("shop"));
  const answer = await tryConfigured(nothingExpected);
  expect(answer).toMatchObject({ trial: { database: { hasLog: false } } });
  expect(readdirSync(at("markers"))).toEqual([]);
});

test("a restored database has a configuration of its own, and no further files", async () => {
  expect(await readers.restore()).toMatchObject({ code: 0 });
  const cluster = at("restored", "postgres", "cluster");
  const read = (name: string) => readFileSync(join(cluster, name), "utf8");
  expect(read("postgresql.auto.conf")).not.toContain("command");
  expect(read("postgresql.conf")).not.toContain("include");
  expect(read("pg_hba.conf")).not.toContain("trust");
  expect(readdirSync(cluster)).not.toContain("more.conf");
  expect(readdirSync(cluster)).not.toContain("standby.signal");
});

test("a restore says how new the place is", async () => {
  const { output } = await readers.restore();
  expect(output).toMatch(
    new RegExp(`the newest state in .* is of .* UTC, the newest backup is ${newer} \\(number 2`),
  );
});

test("a person can read an unencrypted place, and one without its newest backup, by saying so", async () => {
  rmSync(backups(newer), { recursive: true });
  vi.stubEnv("DATA_DIR", at("shop"));
  expect(await runBackup(["verify", "--files-only", "--allow-older"])).toBe(0);
  expect(printed.join("\n")).toContain(`${older}: all files`);
  const unencrypted = ["verify", at("unencrypted"), "--files-only", "--allow-older"];
  expect(await runBackup(unencrypted)).toBe(1);
  expect(await runBackup([...unencrypted, "--allow-unencrypted"])).toBe(0);
});

test("a backup of version 0.1.0, without a number and a record of the newest, is still read", async () => {
  rmSync(backups(newer), { recursive: true });
  rmSync(place("newest.json.gz.enc"));
  await writeAsFormat1(older);
  vi.stubEnv("DATA_DIR", at("restored"));
  expect(await runRestore(["--to", older])).toBe(0);
});

async function writeAsFormat1(name: string): Promise<void> {
  const repository = await openRepository(openFolderPlace(place()), { passphrase, create: null });
  const file = await repository.read(`backups/${name}/manifest.json`);
  const chunks = await file!.toArray();
  const { number: _number, ...manifest } = JSON.parse(Buffer.concat(chunks).toString()) as {
    number: number;
  };
  const text = JSON.stringify({ ...manifest, format: 1 });
  await repository.write(`backups/${name}/manifest.json`, Buffer.from(text));
}
