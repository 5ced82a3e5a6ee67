import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { fileOfBackup, partNames } from "../manifest.ts";
import { readBase } from "../read-base.ts";
import type { Place } from "../storage/place.ts";
import { openRepository, type Repository } from "../storage/repository.ts";
import { packTar } from "../storage/tar.ts";
import { isPartOfDatabase } from "./extract-base.ts";

test.each(["PG_VERSION", "backup_label", "base/5/16384", "global/pg_control", "pg_wal/0001"])(
  "extracts %s",
  (path) => expect(isPartOfDatabase({ path, kind: "file" })).toBe(true),
);

test.each([
  "postgresql.conf",
  "postgresql.auto.conf",
  "pg_hba.conf",
  "pg_ident.conf",
  "conf.d/more.conf",
  "standby.signal",
  "recovery.signal",
  "postmaster.pid",
  "pg_replslot/other/state",
  "server.key",
  "base",
  "pg_wal",
])("does not extract the file %s", (path) =>
  expect(isPartOfDatabase({ path, kind: "file" })).toBe(false),
);

let files: Map<string, Buffer>;
let repository: Repository;

beforeEach(async () => {
  files = new Map();
  const write = async (name: string, content: Readable | Buffer) => {
    const chunks = Buffer.isBuffer(content) ? [content] : await content.toArray();
    files.set(name, Buffer.concat(chunks as Buffer[]));
  };
  const place: Place = {
    shown: "a place",
    write,
    writeNew: write,
    read: (name) => Promise.resolve(files.has(name) ? Readable.from([files.get(name)!]) : null),
    list: async function* () {},
    remove: (name) => Promise.resolve(void files.delete(name)),
  };
  repository = await openRepository(place, { passphrase: null, create: { encrypted: false } });
});

/** Reads a backup whose tar file has these files, none of which PostgreSQL listed. */
async function readWith(names: string[], change: (tar: Buffer) => void = () => undefined) {
  const tar = await packTar(names.map((name) => ({ name, bytes: Buffer.from("any") })));
  change(tar);
  const list = Buffer.from(JSON.stringify({ Files: [] }));
  const name = "2026-11-28T00-00-00Z";
  const written = [
    { name: partNames.base, ...(await repository.write(fileOfBackup(name, partNames.base), tar)) },
    {
      name: partNames.fileList,
      ...(await repository.write(fileOfBackup(name, partNames.fileList), list)),
    },
  ];
  return readBase(repository, { name, files: written });
}

test("reads the log, which PostgreSQL does not list", async () => {
  await readWith(["pg_wal/000000010000000000000001", "pg_wal/00000002.history"]);
});

test.each(["base/5/16384", "evil", "pg_wal/evil.so"])(
  "refuses %s, which PostgreSQL did not list",
  async (path) => {
    await expect(readWith([path])).rejects.toThrow(`it has "${path}", which PostgreSQL does not`);
  },
);

test.each(["/etc/passwd", "../outside", "base/../../outside", "..\\outside", "C:outside"])(
  "refuses the path %s",
  async (path) => {
    await expect(readWith([path])).rejects.toThrow("which the shop's database never has");
  },
);

test.each(["tablespace_map", "pg_tblspc/16385/file"])("refuses the tablespace %s", async (path) => {
  await expect(readWith([path])).rejects.toThrow("which the shop's database never has");
});

test("refuses a link", async () => {
  const asLink = (tar: Buffer) => {
    tar.write("2", 156);
    const sum = tar
      .subarray(0, 512)
      .reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0);
    tar.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  };
  await expect(readWith(["pg_wal"], asLink)).rejects.toThrow("never has");
});
