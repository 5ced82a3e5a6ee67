import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { sql } from "drizzle-orm";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import {
  makeFolder,
  openDatabaseIn,
  type DatabaseInFolder,
} from "#testing/backup/database-in-folder.ts";
import { ImageStoreError } from "#server/images/public.ts";
import { startS3Server } from "#testing/images/s3-server.ts";
import { withBadSectors } from "#testing/faults/bad-sectors.ts";
import { BackupError, DamageError, UnreadableError } from "./backup-error.ts";
import { runBackup } from "./command/backup-command.ts";
import { readBackupState } from "./backup-store.ts";
import { copyImages } from "./copy-images.ts";
import { readKeepRule } from "./decide-kept.ts";
import { makeBackup } from "./make-backup.ts";
import { listBackups } from "./manifest.ts";
import { runRestore } from "./restore/restore-command.ts";
import { restoreImages } from "./restore/restore-images.ts";
import { openFolderPlace } from "./storage/folder-place.ts";
import { openPlace } from "./storage/open-place.ts";
import type { Place } from "./storage/place.ts";
import { openRepository, type Repository } from "./storage/repository.ts";
import { packTar } from "./storage/tar.ts";
import { tryBackup } from "./trial/try-backup.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const names = ["320.avif", "320.jpg", "320.webp"];
let folder: ReturnType<typeof makeFolder>;
let shop: DatabaseInFolder;
let placeFolder: string;
let printed: string[];

beforeAll(async () => {
  folder = makeFolder();
  shop = await openDatabaseIn(join(folder.path, "data"));
});
afterAll(async () => {
  await shop.stop();
  folder.remove();
});
beforeEach(async () => {
  placeFolder = join(folder.path, randomUUID());
  await shop.db.execute(sql`delete from image`);
  printed = [];
  const print = (line: string) => void printed.push(line);
  vi.spyOn(console, "log").mockImplementation(print);
  vi.spyOn(console, "error").mockImplementation(print);
  vi.stubEnv("DATA_DIR", join(folder.path, "data")).stubEnv("DEMO", "0");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** A repository without encryption, whose files have no other protection than their own. */
const openUnencrypted = (place: Place = openFolderPlace(placeFolder)): Promise<Repository> =>
  openRepository(place, { passphrase: null, create: { encrypted: false } });
const quietly = { warn: () => undefined };
const source = (repository: Repository) => ({ db: shop.db, images: shop.images, repository });

/** An image of the shop with all its files, which have any content. */
async function anImage() {
  const id = randomUUID();
  const files = names.map((name) => ({ name, bytes: randomBytes(1_000) }));
  await shop.images.write(id, files);
  await shop.db.execute(
    sql`insert into image (id, width, height, expires_at, claimed_at) values (${id}, 320, 200, now(), now())`,
  );
  return { id, fileOf: (name: string) => join(folder.path, "data", "images", id, name), files };
}

function flipByte(file: string, at: number): void {
  const bytes = readFileSync(file);
  bytes[at]! ^= 1;
  writeFileSync(file, bytes);
}

/** Expects the image in the shop to be as it was uploaded. */
function expectWhole({ fileOf, files }: Awaited<ReturnType<typeof anImage>>): void {
  for (const { name, bytes } of files) expect(readFileSync(fileOf(name)).equals(bytes)).toBe(true);
}

test("verify finds a changed byte of an image that is not encrypted", async () => {
  const { id } = await anImage();
  await makeBackup(shop, await openUnencrypted(), { say: () => undefined, keep: null });
  const verify = () => runBackup(["verify", placeFolder, "--files-only"]);
  expect(await verify()).toBe(0);
  expect(printed.at(-1)).toContain("all files and 1 image are what was written");
  // Within the content of the first file.
  flipByte(join(placeFolder, "images", `${id}.tar`), 700);
  expect(await verify()).toBe(1);
  expect(printed.at(-1)).toContain("1 of 1 images are missing or damaged");
});

test("verify finds an image that is gone from the place", async () => {
  const { id } = await anImage();
  await anImage();
  await makeBackup(shop, await openUnencrypted(), { say: () => undefined, keep: null });
  rmSync(join(placeFolder, "images", `${id}.tar`));
  expect(await runBackup(["verify", placeFolder, "--files-only"])).toBe(1);
  expect(printed.at(-1)).toContain("1 of 2 images are missing or damaged");
});

test("verify says which images an older version stored without hashes", async () => {
  const { id, files } = await anImage();
  const repository = await openUnencrypted();
  await repository.write(`images/${id}.tar`, await packTar(files));
  await makeBackup(shop, repository, { say: () => undefined, keep: null });
  expect(await runBackup(["verify", placeFolder, "--files-only"])).toBe(0);
  expect(printed.at(-1)).toContain(
    "1 of the images were stored by an older version, without hashes",
  );
  rmSync(join(folder.path, "data", "images", id), { recursive: true });
  expect(await restoreImages(source(repository))).toMatchObject({ restored: 1, missing: [] });
  expect(readdirSync(join(folder.path, "data", "images", id)).toSorted()).toEqual(names);
});

test("an image that reads back different does not count as stored", async () => {
  await anImage();
  const place = openFolderPlace(placeFolder);
  let isBroken = true;
  const repository = await openUnencrypted({
    ...place,
    write: (name, content) => {
      if (!isBroken || !name.startsWith("images/")) return place.write(name, content);
      const bytes = Buffer.from(content as Buffer);
      bytes[700]! ^= 1;
      return place.write(name, bytes);
    },
  });
  await expect(copyImages(source(repository), new Map(), quietly)).rejects.toThrow(
    "could not be read back",
  );
  isBroken = false;
  expect(await copyImages(source(repository), new Map(), quietly)).toHaveLength(1);
});

/** Makes a backup. @returns its warnings, which System shows too, and how many images it has */
async function backUp(repository: Repository) {
  const warnings: string[] = [];
  const warn = (message: string) => void warnings.push(message);
  const { images } = await makeBackup(shop, repository, { say: () => undefined, warn, keep: null });
  expect((await readBackupState(shop.db)).warning ?? "").toBe(warnings.join(" "));
  await shop.db.execute(sql`delete from backup`);
  return { warnings, images };
}

test("verify does not tell to remove an image that can be read later", async () => {
  const { id } = await anImage();
  const changed = await anImage();
  await backUp(await openUnencrypted());
  flipByte(join(placeFolder, "images", `${changed.id}.tar`), 700);
  const isBad = (name: string) => name.includes(id);
  const repository = await openUnencrypted(withBadSectors(openFolderPlace(placeFolder), isBad));
  const asked = { name: null, scratch: "", filesOnly: true, imageSample: null, allowOlder: false };
  const expected = { lastBackup: null, log: null };
  await expect(tryBackup(repository, { ...asked, expected, say: () => undefined })).rejects.toThrow(
    `1 of 2 images are missing or damaged in ${placeFolder}, for example ${changed.id}. Remove their files there: the next backup stores them again. 1 of 2 images cannot be read in ${placeFolder} at the moment, for example ${id}. Verify again later.`,
  );
});

test("a backup leaves out an image that the shop cannot read, says so, and has it once it can be read", async () => {
  const { id } = await anImage();
  await anImage();
  const open = shop.images.open.bind(shop.images);
  const reading = vi.spyOn(shop.images, "open").mockImplementation((of, name, options) => {
    if (of === id) throw new ImageStoreError("The disk fails.");
    return open(of, name, options);
  });
  const repository = await openUnencrypted();
  expect(await backUp(repository)).toEqual({
    warnings: [`1 images could not be backed up, for example ${id}: The disk fails.`],
    images: 1,
  });
  reading.mockRestore();
  expect(await backUp(repository)).toEqual({ warnings: [], images: 2 });
});

test("an image that the shop cannot read at first is read again, unless its store is away", async () => {
  await anImage();
  const listing = vi.spyOn(shop.images, "listFiles");
  listing.mockRejectedValueOnce(new ImageStoreError("The store did not respond."));
  const repository = await openUnencrypted();
  expect(await copyImages(source(repository), new Map(), quietly)).toHaveLength(1);
  listing.mockRejectedValueOnce(new ImageStoreError("The store did not respond."));
  vi.spyOn(shop.images, "check").mockRejectedValueOnce(new Error("The store is away."));
  await expect(copyImages(source(repository), new Map(), quietly)).rejects.toThrow("is away");
});

test("a backup ends if image after image cannot be read", async () => {
  for (let count = 0; count < 20; count += 1) await anImage();
  vi.spyOn(shop.images, "listFiles").mockRejectedValue(new ImageStoreError("The disk fails."));
  await expect(backUp(await openUnencrypted())).rejects.toThrow("The disk fails.");
});

test("a backup says which images have lost their files in the shop", async () => {
  const absent = await anImage();
  const partial = await anImage();
  const expired = await anImage();
  for (const { id } of [absent, expired])
    rmSync(join(folder.path, "data", "images", id), { recursive: true });
  await shop.db.execute(sql`update image set claimed_at = null where id = ${expired.id}`);
  rmSync(partial.fileOf("320.jpg"));
  const { warnings, images } = await backUp(await openUnencrypted());
  expect(images).toBe(1);
  expect(warnings).toEqual([
    expect.stringContaining(`1 images have no files in the shop, for example ${absent.id}`),
    expect.stringMatching(`1 images have lost some of their files.*${partial.id}[.]tar in `),
  ]);
});

test("an image of which the disk of the backups knows nothing is stored again, or named", async () => {
  const { id, files } = await anImage();
  const place = openFolderPlace(placeFolder);
  let canWrite = false;
  const isBad = (name: string) => name.includes(id);
  const repository = await openUnencrypted({
    ...place,
    write: (name, content) =>
      isBad(name) && !canWrite
        ? Promise.reject(new UnreadableError(`${name} is damaged.`))
        : place.write(name, content),
    read: (name) =>
      isBad(name) && !canWrite
        ? Promise.reject(new UnreadableError(`${name} is damaged.`))
        : place.read(name),
    list: async function* (prefix) {
      for await (const file of place.list(prefix))
        yield isBad(file.name) && !canWrite ? { ...file, bytes: 0 } : file;
    },
  });
  mkdirSync(join(placeFolder, "images"));
  writeFileSync(join(placeFolder, "images", `${id}.tar`), "");
  expect(await backUp(repository)).toEqual({
    warnings: [`1 images could not be backed up, for example ${id}: images/${id}.tar is damaged.`],
    // Another attempt may be able to read it, so it is not removed from the place.
    images: 1,
  });
  rmSync(join(folder.path, "data", "images", id), { recursive: true });
  expect(await restoreImages(source(repository))).toMatchObject({ unread: [id] });
  await shop.images.write(id, files);
  canWrite = true;
  expect(await backUp(repository)).toEqual({ warnings: [], images: 1 });
});

test("an image that the disk of the backups could not look at for a moment is not replaced by less", async () => {
  const image = await anImage();
  await copyImages(source(await openUnencrypted()), new Map(), quietly);
  rmSync(image.fileOf("320.jpg"));
  const place = openFolderPlace(placeFolder);
  const repository = await openUnencrypted({
    ...place,
    list: async function* (prefix) {
      for await (const file of place.list(prefix)) yield { ...file, bytes: 0 };
    },
  });
  expect(await backUp(repository)).toEqual({ warnings: [], images: 1 });
  expect(await restoreImages(source(repository))).toMatchObject({ repaired: 1 });
  expectWhole(image);
});

test("an image that reads back different and cannot be removed is named", async () => {
  const { id } = await anImage();
  const place = openFolderPlace(placeFolder);
  const repository = await openUnencrypted({
    ...place,
    write: (name, content) =>
      place.write(name, name.startsWith("images/") ? Buffer.from("other") : content),
    remove: () => Promise.reject(new BackupError("No access to it.")),
  });
  await expect(backUp(repository)).rejects.toThrow(
    `images/${id}.tar could not be removed: remove it`,
  );
});

test("a database that reads back different is no backup", async () => {
  const place = openFolderPlace(placeFolder);
  const repository = await openUnencrypted({
    ...place,
    write: (name, content) =>
      name.includes("/base.tar")
        ? place.write(name, Readable.from(withChangedByte(content as Readable)))
        : place.write(name, content),
  });
  const backup = makeBackup(shop, repository, { say: () => undefined, keep: null });
  await expect(backup).rejects.toThrow("is damaged");
  expect((await listBackups(repository)).backups).toEqual([]);
});

test("what was written with a key that the place does not have is no backup", async () => {
  const place = openFolderPlace(placeFolder);
  const repository = await openUnencrypted({
    ...place,
    // Another process prepares the place again, as one that could not see that it was prepared.
    write: async (name, content) => {
      if (name.includes("/base.tar")) {
        const header = { format: 1, encryption: null, of: "another" };
        await place.write("repository.json", Buffer.from(JSON.stringify(header)));
      }
      return place.write(name, content);
    },
  });
  const backup = makeBackup(shop, repository, { say: () => undefined, keep: null });
  await expect(backup).rejects.toThrow("has other backups than before");
  expect((await listBackups(repository)).backups).toEqual([]);
});

async function* withChangedByte(content: Readable) {
  let isWhole = true;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const bytes = Buffer.from(chunk);
    // The first chunk has only the header of the compression.
    if (isWhole && bytes.length > 700) {
      bytes[700]! ^= 1;
      isWhole = false;
    }
    yield bytes;
  }
}

test("a restore completes an image of which a killed one wrote some files", async () => {
  const image = await anImage();
  const repository = await openUnencrypted();
  await copyImages(source(repository), new Map(), quietly);
  rmSync(image.fileOf("320.jpg"));
  expect(await restoreImages(source(repository))).toEqual({
    restored: 0,
    repaired: 1,
    present: 1,
    missing: [],
    unread: [],
  });
  expectWhole(image);
});

test("--images-only repairs missing and damaged images of a running shop with the embedded database", async () => {
  const lost = await anImage();
  const damaged = await anImage();
  const whole = await anImage();
  await copyImages(source(await openUnencrypted()), new Map(), quietly);
  rmSync(join(folder.path, "data", "images", lost.id), { recursive: true });
  flipByte(damaged.fileOf("320.webp"), 10);
  expect(await runRestore([placeFolder, "--images-only"])).toBe(0);
  expect(printed).toContain("Images: 1 copied back, 2 were still there.");
  expect(printed).toContain("1 of these lacked files or had damaged ones, and were repaired.");
  for (const image of [lost, damaged, whole]) expectWhole(image);
});

test("a damaged image of the backups does not replace one of the shop", async () => {
  const image = await anImage();
  const repository = await openUnencrypted();
  await copyImages(source(repository), new Map(), quietly);
  flipByte(join(placeFolder, "images", `${image.id}.tar`), 700);
  expect(await restoreImages(source(repository), { compare: true })).toMatchObject({ repaired: 0 });
  expectWhole(image);
});

test("an image of the backups cannot write outside of the images", async () => {
  const image = await anImage();
  rmSync(join(folder.path, "data", "images", image.id), { recursive: true });
  const repository = await openUnencrypted();
  const outside = { name: "../../outside.txt", bytes: Buffer.from("any") };
  await repository.write(`images/${image.id}.tar`, await packTar([outside]));
  expect(await runRestore([placeFolder, "--images-only"])).toBe(0);
  expect(printed.join("\n")).toMatch(/"..\/..\/outside.txt" is not a file of an image/);
  expect(printed.at(-1)).toMatch(
    /^1 images .* missing or damaged.*npm run restore -- --images-only/,
  );
  await expect(shop.images.write(image.id, [outside])).rejects.toThrow("is not the name of");
  await expect(shop.images.replaceFile(image.id, outside)).rejects.toThrow("is not the name of");
  expect(readdirSync(join(folder.path, "data"))).not.toContain("outside.txt");
});

test.each([
  ["missing", "It is damaged.", () => Promise.reject(new DamageError("It is damaged."))],
  ["missing", "cannot be found in", () => Promise.resolve(null)],
  ["unread", "No access to it.", () => Promise.reject(new BackupError("No access to it."))],
  ["unread", "The disk fails.", () => Promise.reject(new UnreadableError("The disk fails."))],
])(
  "one image of the backups is left out and counted as %s: %s",
  async (count, reason, readImage) => {
    const image = await anImage();
    const place = openFolderPlace(placeFolder);
    const repository = await openUnencrypted({
      ...place,
      read: (name) => (name.startsWith("images/") ? readImage() : place.read(name)),
    });
    await repository.write(`images/${image.id}.tar`, await packTar(image.files));
    rmSync(join(folder.path, "data", "images", image.id), { recursive: true });
    expect(await restoreImages(source(repository))).toEqual({
      restored: 0,
      repaired: 0,
      present: 0,
      missing: [],
      unread: [],
      [count]: [image.id],
    });
    expect(printed.join("\n")).toContain(reason);
  },
);

test("an image of the backups that cannot be read at first is read again", async () => {
  const image = await anImage();
  const place = openFolderPlace(placeFolder);
  let failures = 0;
  const repository = await openUnencrypted({
    ...place,
    read: async (name) => {
      if (name.startsWith("images/") && failures++ === 0) throw new BackupError("ECONNRESET");
      return place.read(name);
    },
  });
  await repository.write(`images/${image.id}.tar`, await packTar(image.files));
  rmSync(join(folder.path, "data", "images", image.id), { recursive: true });
  expect(await restoreImages(source(repository))).toMatchObject({ restored: 1, unread: [] });
  expectWhole(image);
});

/** A bucket that has moved the object with this in its name to an archive. @returns its address */
async function openBucketWithArchived(name: string): Promise<string> {
  const s3 = await startS3Server();
  onTestFinished(() => s3.remove());
  const { port } = new URL(new URL(s3.url()).searchParams.get("endpoint")!);
  const server = createServer((asked, answer) => {
    if (asked.method === "GET" && asked.url!.includes(name)) {
      answer.writeHead(403).end("<Error><Code>InvalidObjectState</Code></Error>");
      return;
    }
    const { method, url: path, headers } = asked;
    const behind = request({ port, method, path, headers }, (answered) => {
      answer.writeHead(answered.statusCode!, answered.headers);
      answered.pipe(answer);
    });
    asked.pipe(behind);
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const own = (server.address() as AddressInfo).port;
  return s3.url("backups").replace(port, String(own));
}

test("--images-only ends with an error if it could not read an image of the backups", async () => {
  const unread = await anImage();
  const place = await openBucketWithArchived(`${unread.id}.tar`);
  const lost = await anImage();
  const repository = await openUnencrypted(await openPlace(place, "/"));
  for (const { id, files } of [unread, lost]) {
    await repository.write(`images/${id}.tar`, await packTar(files));
    rmSync(join(folder.path, "data", "images", id), { recursive: true });
  }
  expect(await runRestore([place, "--images-only"])).toBe(1);
  expect(printed.join("\n")).toContain("the store answered InvalidObjectState");
  expect(printed).toContain("Images: 1 copied back, 0 were still there.");
  expect(printed.at(-1)).toContain(
    `1 images could not be read in the backups, for example ${unread.id}`,
  );
  expectWhole(lost);
});

test("an image that is not whole and that the backups cannot complete is not called present", async () => {
  const image = await anImage();
  const repository = await openUnencrypted();
  rmSync(image.fileOf("320.jpg"));
  const result = { restored: 0, repaired: 0, present: 0, missing: [image.id], unread: [] };
  expect(await restoreImages(source(repository))).toEqual(result);
  // The backups have as much of it as the shop.
  await copyImages(source(repository), new Map(), quietly);
  expect(await restoreImages(source(repository))).toEqual(result);
});

test("an image of the shop whose file the disk cannot read is repaired", async () => {
  const image = await anImage();
  const repository = await openUnencrypted();
  await copyImages(source(repository), new Map(), quietly);
  flipByte(image.fileOf("320.webp"), 10);
  const open = shop.images.open.bind(shop.images);
  vi.spyOn(shop.images, "open").mockImplementation((id, name, options) => {
    if (name === "320.webp") throw new ImageStoreError("The disk fails.");
    return open(id, name, options);
  });
  expect(await restoreImages(source(repository), { compare: true })).toMatchObject({ repaired: 1 });
  expectWhole(image);
});

test("an image of the shop is not replaced because its store is away", async () => {
  await anImage();
  const repository = await openUnencrypted();
  await copyImages(source(repository), new Map(), quietly);
  vi.spyOn(shop.images, "open").mockRejectedValue(new ImageStoreError("It did not respond."));
  vi.spyOn(shop.images, "check").mockRejectedValue(new Error("The store is away."));
  const replacing = vi.spyOn(shop.images, "replaceFile");
  await expect(restoreImages(source(repository), { compare: true })).rejects.toThrow("is away");
  expect(replacing).not.toHaveBeenCalled();
});

test("images are not skipped because the store of the backups does not answer", async () => {
  const image = await anImage();
  const place = openFolderPlace(placeFolder);
  let isAway = false;
  const answer = <Value>(value: () => Promise<Value>) =>
    isAway ? Promise.reject(new BackupError("The server cannot be reached.")) : value();
  const repository = await openUnencrypted({
    ...place,
    read: (name) => {
      isAway ||= name.startsWith("images/");
      return answer(() => place.read(name));
    },
  });
  await repository.write(`images/${image.id}.tar`, await packTar(image.files));
  rmSync(join(folder.path, "data", "images", image.id), { recursive: true });
  await expect(restoreImages(source(repository))).rejects.toThrow("cannot be reached");
});

test.each(["before", "after"])(
  "images are not skipped because their disk was unmounted %s they were listed",
  async (when) => {
    const image = await anImage();
    const place = openFolderPlace(placeFolder);
    const unmount = () => renameSync(placeFolder, `${placeFolder}-away`);
    const repository = await openUnencrypted({
      ...place,
      list: async function* (prefix) {
        if (when === "before") unmount();
        yield* place.list(prefix);
        if (when === "after") unmount();
      },
    });
    await repository.write(`images/${image.id}.tar`, await packTar(image.files));
    rmSync(join(folder.path, "data", "images", image.id), { recursive: true });
    await expect(restoreImages(source(repository))).rejects.toThrow("has lost its backups");
  },
);

test("a file that a file manager left with an image is not backed up", async () => {
  const image = await anImage();
  writeFileSync(image.fileOf(".DS_Store"), "any");
  const repository = await openUnencrypted();
  await copyImages(source(repository), new Map(), quietly);
  rmSync(join(folder.path, "data", "images", image.id), { recursive: true });
  expect(await restoreImages(source(repository))).toMatchObject({ restored: 1 });
  expectWhole(image);
});

test("a backup counts although old files cannot be removed", async () => {
  const repository = await openUnencrypted();
  // A folder of another database's log.
  mkdirSync(join(placeFolder, "wal"));
  symlinkSync(folder.path, join(placeFolder, "wal", "7"));
  const warn = vi.fn<(message: string) => void>();
  const options = { say: () => undefined, warn, keep: readKeepRule("1") };
  const { name } = await makeBackup(shop, repository, options);
  const warning = expect.stringMatching(/Old backups could not be removed.*wal\/7" is a link/);
  expect(warn.mock.lastCall).toEqual([warning]);
  const lastAttempt = { name, error: null };
  expect(await readBackupState(shop.db)).toMatchObject({ lastAttempt, warning });
});
