import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const { link, removing, disk } = vi.hoisted(() => ({
  link: { isRefused: false },
  /** What fails with a code of the system, and where: in paths with this in them, or everywhere. */
  disk: { fails: null as { at: DiskCall; code: string; of?: string; once?: true } | null },
  /** Called before a folder is removed. */
  removing: { then: null as (() => void) | null },
}));
const beforeRemoval = () => {
  removing.then?.();
  removing.then = null;
};
type DiskCall = "content" | "stat" | "readdir" | "rename" | "remove";
const failsAt = (at: DiskCall, path: string) =>
  disk.fails?.at === at && path.includes(disk.fails.of ?? "");
const failAt = (at: DiskCall, path: string) => {
  if (!failsAt(at, path)) return;
  const { code, once } = disk.fails!;
  if (once) disk.fails = null;
  throw Object.assign(new Error("the disk fails"), { code });
};
async function* failing(path: string) {
  yield Buffer.from("the first part");
  failAt("content", path);
}
vi.mock("node:fs", async (original) => {
  const real = await original<typeof import("node:fs")>();
  return {
    ...real,
    createReadStream: (file: string, options: { highWaterMark: number }) =>
      failsAt("content", file)
        ? Readable.from(failing(file))
        : real.createReadStream(file, options),
  };
});
vi.mock("node:fs/promises", async (original) => {
  const real = await original<typeof import("node:fs/promises")>();
  return {
    ...real,
    stat: async (path: string) => {
      failAt("stat", path);
      return real.stat(path);
    },
    readdir: async (path: string, options: { withFileTypes: true }) => {
      failAt("readdir", path);
      return real.readdir(path, options);
    },
    rename: async (from: string, to: string) => {
      failAt("rename", to);
      await real.rename(from, to);
    },
    link: async (from: string, to: string) => {
      if (link.isRefused) throw Object.assign(new Error("no links"), { code: "EPERM" });
      await real.link(from, to);
    },
    rmdir: async (path: string) => {
      beforeRemoval();
      await real.rmdir(path);
    },
    rm: async (path: string, options: { recursive?: boolean } = {}) => {
      if (options.recursive) beforeRemoval();
      failAt("remove", path);
      await real.rm(path, options);
    },
  };
});

// Another test file of this process may have loaded them with the real functions.
vi.resetModules();
const { openFolderPlace } = await import("./folder-place.ts");
const { DamageError } = await import("../backup-error.ts");
const { openRepository, readWhole } = await import("./repository.ts");

let folder: string;
beforeEach(() => {
  link.isRefused = false;
  folder = mkdtempSync(join(tmpdir(), "marque-place-"));
});
afterEach(() => {
  // A later file of this process may use what was loaded here.
  disk.fails = null;
  rmSync(folder, { recursive: true });
});

test("processes that prepare a folder at once can read each other's files", async () => {
  const place = openFolderPlace(join(folder, "backups"));
  const open = (create: { encrypted: true } | null) =>
    openRepository(place, { passphrase: "a passphrase of the tests", create });
  const writers = await Promise.all([1, 2, 3, 4].map(() => open({ encrypted: true })));
  for (const [at, writer] of writers.entries())
    await writer.write(`wal/7/${at}`, Buffer.from(`written by ${at}`));
  const reader = await open(null);
  for (const at of writers.keys())
    expect((await readWhole(reader, `wal/7/${at}`))?.toString()).toBe(`written by ${at}`);
});

test("a new file does not replace one, is for its owner only, and leaves no draft", async () => {
  const place = openFolderPlace(folder);
  await place.writeNew("repository.json", Buffer.from("first"));
  await place.writeNew("repository.json", Buffer.from("second"));
  const file = join(folder, "repository.json");
  expect(readFileSync(file, "utf8")).toBe("first");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["repository.json"]);
});

test("nothing is written in the place of a folder that is gone", async () => {
  const root = join(folder, "disk", "backups");
  const place = openFolderPlace(root);
  await place.writeNew("repository.json", Buffer.from("first"));
  await place.write("wal/7/1", Buffer.from("one"));
  expect(readFileSync(join(root, "wal", "7", "1"), "utf8")).toBe("one");
  renameSync(join(folder, "disk"), join(folder, "away"));
  mkdirSync(join(folder, "disk"));
  for (const name of ["wal/7/2", "list.json"])
    await expect(place.write(name, Buffer.from("two"))).rejects.toThrow("Is the disk mounted");
  expect(readdirSync(join(folder, "disk"))).toEqual([]);
});

test("a new file is written on a file system without links", async () => {
  link.isRefused = true;
  await openFolderPlace(folder).writeNew("repository.json", Buffer.from("first"));
  expect(readdirSync(folder)).toEqual(["repository.json"]);
  expect(readFileSync(join(folder, "repository.json"), "utf8")).toBe("first");
});

test("leaves a file alone that is still being written after hours, and removes what a killed process left", async () => {
  const place = openFolderPlace(folder);
  await place.writeNew("repository.json", Buffer.from("first"));
  for (const hours of [23, 25]) {
    writeOld(`unfinished-${"0".repeat(14)}${hours}`, hours);
    writeOld(`unfinished-work-${hours}`, hours);
  }
  const listed: string[] = [];
  for await (const { name } of place.list("")) listed.push(name);
  const others = ["repository.json", "unfinished-work-23", "unfinished-work-25"];
  expect(listed.toSorted()).toEqual(others);
  expect(readdirSync(folder).toSorted()).toEqual([
    "repository.json",
    "unfinished-0000000000000023",
    "unfinished-work-23",
    "unfinished-work-25",
  ]);
});

function writeOld(name: string, hours: number): void {
  const file = join(folder, name);
  writeFileSync(file, "half");
  const at = new Date(Date.now() - hours * 3_600_000);
  utimesSync(file, at, at);
}

test.each(["wal", "wal/7", "images"])(
  "neither writes to, reads from nor removes what %s leads to if it is a link",
  async (name) => {
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    writeFileSync(join(elsewhere, "file"), "of someone else");
    const link = join(folder, "place", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(elsewhere, link);
    const place = openFolderPlace(join(folder, "place"));
    const isRefused = `${JSON.stringify(link)} is a link`;
    for (const file of [`${name}/file`, `${name}/new`, `${name}/below/new`]) {
      await expect(place.write(file, Buffer.from("ours"))).rejects.toThrow(isRefused);
      await expect(place.writeNew(file, Buffer.from("ours"))).rejects.toThrow(isRefused);
      await expect(place.read(file)).rejects.toThrow(isRefused);
      await expect(place.remove(file)).rejects.toThrow(isRefused);
    }
    expect(readdirSync(elsewhere)).toEqual(["file"]);
    expect(readFileSync(join(elsewhere, "file"), "utf8")).toBe("of someone else");
  },
);

test("a folder that gets a file while it is removed stays", async () => {
  const place = openFolderPlace(folder);
  await place.write("wal/7/1", Buffer.from("one"));
  removing.then = () => writeFileSync(join(folder, "wal", "7", "2"), "two");
  await place.remove("wal/7/1");
  expect(readdirSync(join(folder, "wal", "7"))).toEqual(["2"]);
});

test.each(["backups", "backups/2026-11-01T02-30-00Z"])(
  "refuses %s if it is a link, and removes nothing that it leads to",
  async (name) => {
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    writeOld(join("elsewhere", `unfinished-${"0".repeat(16)}`), 25);
    const link = join(folder, "place", name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(elsewhere, link);
    const place = openFolderPlace(join(folder, "place"));
    for (const prefix of ["backups/", "backups/2026-11-01T02-30-00Z/"])
      await expect(place.list(prefix)[Symbol.asyncIterator]().next()).rejects.toThrow(
        `${JSON.stringify(link)} is a link`,
      );
    expect(readdirSync(elsewhere)).toHaveLength(1);
  },
);

test("with a passphrase, a place that is not encrypted is refused unless a person says otherwise", async () => {
  const place = openFolderPlace(join(folder, "unencrypted"));
  await openRepository(place, { passphrase: null, create: { encrypted: false } });
  const open = (allowUnencrypted: boolean) =>
    openRepository(place, {
      passphrase: "a passphrase of the tests",
      create: null,
      allowUnencrypted,
    });
  await expect(open(false)).rejects.toThrow("are not encrypted, but BACKUP_PASSPHRASE");
  expect((await open(true)).isEncrypted).toBe(false);
});

test("refuses parameters that would make the key cheap or opening it endless", async () => {
  const root = join(folder, "cheap");
  const passphrase = "a passphrase of the tests";
  const place = openFolderPlace(root);
  await openRepository(place, { passphrase, create: { encrypted: true } });
  const header = join(root, "repository.json");
  const text = readFileSync(header, "utf8");
  expect(text).toContain('"N":131072');
  writeFileSync(header, text.replace('"N":131072', '"N":2'));
  await expect(openRepository(place, { passphrase, create: null })).rejects.toThrow("is damaged");
});

test("a header longer than any that was written is not read into memory", async () => {
  const place = openFolderPlace(join(folder, "backups"));
  await openRepository(place, { passphrase: null, create: { encrypted: false } });
  const header = readFileSync(join(folder, "backups", "repository.json"));
  let given = 0;
  const long = Readable.from(
    (function* () {
      yield header;
      for (; given < 1_000; given += 1) yield Buffer.alloc(64 * 1024, " ");
    })(),
  );
  const opening = openRepository(
    { ...place, read: async () => long },
    { passphrase: null, create: null },
  );
  await expect(opening).rejects.toThrow("repository.json is damaged: it is too long");
  expect(given).toBeLessThan(50);
});

test("a bad sector damages one file, and other failures of the disk the whole place", async () => {
  const place = openFolderPlace(folder);
  const repository = await openRepository(place, {
    passphrase: null,
    create: { encrypted: false },
  });
  await repository.write("wal/7/1", Buffer.from("one"));
  const read = () => readWhole(repository, "wal/7/1");
  expect((await read())?.toString()).toBe("one");
  disk.fails = { at: "content", code: "EIO", of: "wal" };
  await expect(read()).rejects.toThrow(
    `wal/7/1.gz in ${folder} is damaged: the disk cannot read or replace it (EIO).`,
  );
  await expect(read()).rejects.toBeInstanceOf(DamageError);
  disk.fails = { at: "rename", code: "EUCLEAN", of: "wal" };
  await expect(repository.write("wal/7/1", Buffer.from("two"))).rejects.toThrow(
    `wal/7/1.gz in ${folder} is damaged: the disk cannot read or replace it (EUCLEAN).`,
  );
  disk.fails = { at: "content", code: "EACCES" };
  await expect(read()).rejects.toThrow(`${folder}: this user has no access`);
  await expect(read()).rejects.not.toBeInstanceOf(DamageError);
  // A damaged entry of a folder, too: its other files are listed, and it fails where it is read.
  disk.fails = { at: "stat", code: "EUCLEAN", of: "wal" };
  const list = () => place.list("wal/7/")[Symbol.asyncIterator]().next();
  expect((await list()).value).toMatchObject({ name: "wal/7/1.gz", bytes: 0 });
  await expect(read()).rejects.toThrow("the disk cannot read or replace it (EUCLEAN).");
});

test("what cannot be read is read again after a look at the place", async () => {
  const place = openFolderPlace(folder);
  const repository = await openRepository(place, {
    passphrase: null,
    create: { encrypted: false },
  });
  await repository.write("wal/7/1", Buffer.from("one"));
  const read = () => readWhole(repository, "wal/7/1");
  for (const code of ["EIO", "ESTALE"]) {
    disk.fails = { at: "content", code, of: "wal", once: true };
    expect((await read())?.toString()).toBe("one");
  }
  // The disk was pulled out: no file of it is damaged.
  disk.fails = { at: "content", code: "EIO" };
  await expect(read()).rejects.toThrow("repository.json in");
  await expect(read()).rejects.not.toBeInstanceOf(DamageError);
});

test("a folder that the disk cannot list is named", async () => {
  const place = openFolderPlace(folder);
  for (const day of ["20", "21"])
    await place.write(`backups/2026-11-${day}T02-30-00Z/base.tar`, Buffer.from("any"));
  disk.fails = { at: "readdir", code: "EIO", of: "2026-11-20" };
  const list = async () => {
    for await (const _file of place.list("backups/"));
  };
  await expect(list()).rejects.toThrow(
    `The disk cannot list ${join(folder, "backups", "2026-11-20T02-30-00Z/")} (EIO). If this stays so, repair the disk, or move this folder out`,
  );
});

test("an old draft on a disk that is only read does not hide the files beside it", async () => {
  const place = openFolderPlace(folder);
  await place.write("images/one.tar", Buffer.from("any"));
  const draft = join(folder, "images", "unfinished-0123456789abcdef");
  writeFileSync(draft, "any");
  utimesSync(draft, new Date(0), new Date(0));
  disk.fails = { at: "remove", code: "EROFS" };
  const names: string[] = [];
  for await (const { name } of place.list("images/")) names.push(name);
  expect(names).toEqual(["images/one.tar"]);
});

test.each([
  ["EUCLEAN", "the disk reports errors"],
  ["ESTALE", "its server does not answer"],
  ["ETIMEDOUT", "its server does not answer"],
  ["ENODEV", "the disk is gone"],
])(
  "explains what the system answers of a place whose files cannot be removed: %s",
  async (code, reason) => {
    const place = openFolderPlace(folder);
    await place.write("images/one.tar", Buffer.from("any"));
    disk.fails = { at: "remove", code };
    await expect(place.remove("images/one.tar")).rejects.toThrow(`${folder}: ${reason}`);
  },
);
