import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, renameSync } from "node:fs";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import type { Database } from "#server/platform/database/database.ts";
import { readLsn } from "#server/platform/replication/lsn.ts";
import { connectReplication } from "#server/platform/replication/replication-client.ts";
import {
  addAccounts,
  makeFolder,
  openDatabaseIn,
  type DatabaseInFolder,
} from "#testing/backup/database-in-folder.ts";
import { aManifest } from "#testing/backup/manifest.ts";
import { withBadSectors } from "#testing/faults/bad-sectors.ts";
import { dropSlot, ensureSlot, readArchivedLog, readLogEnd, slotName } from "../backup-store.ts";
import { writeManifest } from "../manifest.ts";
import { readServerFacts } from "../server-facts-store.ts";
import { openFolderPlace } from "../storage/folder-place.ts";
import { openRepository, readWhole } from "../storage/repository.ts";
import { writeTimeline } from "./archive-files.ts";
import { archiveLog } from "./archive-log.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let folder: ReturnType<typeof makeFolder>;
let shop: DatabaseInFolder;

beforeAll(async () => {
  folder = makeFolder();
  shop = await openDatabaseIn(join(folder.path, "data"));
});
afterAll(async () => {
  await shop.stop();
  folder.remove();
});

const isSegment = (name: string) => /[0-9A-F]{24}/.test(name);

type State = { since: Date; until: Date; lsn: bigint };

/** @param isBad whether the disk cannot read a file until it is written again */
const openPlace = (name: string, isBad: (name: string) => boolean = () => false) =>
  openRepository(withBadSectors(openFolderPlace(join(folder.path, name)), isBad), {
    passphrase: null,
    create: { encrypted: false },
  });

/** Archives the log into a place of this name. @returns the states that it claims */
async function startArchiving(
  place: string,
  {
    db = shop.db,
    directUrl = shop.directUrl,
    onGap = () => Promise.resolve(),
    beforeState = () => Promise.resolve(),
    beforeSegment = () => Promise.resolve(),
    afterRead = () => Promise.resolve(),
    copyImages = () => Promise.resolve(),
    isBad,
  }: {
    db?: Database;
    directUrl?: string;
    onGap?: () => Promise<void>;
    beforeState?: () => Promise<void>;
    beforeSegment?: () => Promise<void>;
    afterRead?: (name: string) => Promise<void>;
    copyImages?: () => Promise<void>;
    isBad?: (name: string) => boolean;
  } = {},
) {
  const states: State[] = [];
  const repository = await openPlace(place, isBad);
  const write: typeof repository.write = async (name, content) => {
    if (name.endsWith(".state")) {
      const { since, until, lsn } = JSON.parse(String(content)) as Record<string, string>;
      states.push({ since: new Date(since!), until: new Date(until!), lsn: readLsn(lsn!) });
      await beforeState();
    }
    if (isSegment(name)) await beforeSegment();
    return repository.write(name, content);
  };
  const read: typeof repository.read = async (name, stored) => {
    const file = await repository.read(name, stored);
    await afterRead(name);
    return file;
  };
  const stop = new AbortController();
  const done = archiveLog(
    {
      db,
      directUrl,
      repository: { ...repository, write, read },
      copyImages,
      onGap,
      intervalMs: 50,
    },
    { signal: stop.signal, onStored: () => undefined },
  );
  onTestFinished(async () => {
    stop.abort();
    await done.catch(() => undefined);
  });
  return {
    repository,
    states,
    done,
    end: async () => {
      stop.abort();
      await done;
    },
  };
}

/** Waits until no other archive uses the log. */
async function untilUnused(): Promise<void> {
  await vi.waitFor(
    async () => expect((await readArchivedLog(shop.db))?.isRunning ?? false).toBe(false),
    { timeout: 30_000 },
  );
}

/** The server behind a connection that passes on what it sends only as fast as `pace` says. */
async function openSlowServer() {
  let bytesPerTurn = Infinity;
  const pass = async (from: Socket, to: Socket) => {
    for await (const chunk of from) {
      for (let at = 0; at < (chunk as Buffer).length;) {
        while (bytesPerTurn === 0) await sleep(10);
        const end = at + bytesPerTurn;
        to.write((chunk as Buffer).subarray(at, end));
        at = end;
        if (bytesPerTurn < Infinity) await sleep(10);
      }
    }
    to.end();
  };
  const { port } = new URL(shop.directUrl);
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const behind = connect(Number(port), "127.0.0.1");
    sockets.push(client, behind);
    for (const socket of [client, behind]) socket.on("error", () => undefined);
    client.pipe(behind);
    pass(behind, client).catch(() => client.destroy());
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(shop.directUrl);
  url.port = String((server.address() as AddressInfo).port);
  return { url: url.href, pace: (bytes: number) => (bytesPerTurn = bytes) };
}

/** Waits until the server got a message that was sent after this time, and answered it. */
async function untilHeardOf(time: Date): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await shop.db.execute(
        sql`select from pg_stat_replication where reply_time > ${time}`,
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 60_000, interval: 50 },
  );
}

test("never claims to be complete until a time whose changes it has not stored", async () => {
  const slow = await openSlowServer();
  const { states } = await startArchiving("slow", { directUrl: slow.url });
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(2), { timeout: 30_000 });

  slow.pace(0);
  // More than the connection buffers, so that the server falls behind in sending what was committed.
  await shop.db.execute(
    sql`create table ballast as select n, repeat(md5(n::text), 30) as filler from generate_series(1, 40000) as n`,
  );
  await addAccounts(shop, "acknowledged", 1);
  const acknowledged = await readLogEnd(shop.db);
  await untilHeardOf(acknowledged.at);
  slow.pace(64 * 1024);
  await vi.waitFor(() => expect(+states.at(-1)!.until).toBeGreaterThan(+acknowledged.at), {
    timeout: 120_000,
    interval: 50,
  });
  const claims = states.filter(({ until }) => until > acknowledged.at);
  for (const { lsn } of claims) expect(lsn).toBeGreaterThanOrEqual(readLsn(acknowledged.lsn));
});

test("asks again for a backup if it was killed while it asked for one", async () => {
  // The one before may still be ending.
  await vi.waitFor(
    async () => {
      await dropSlot(shop.db);
      expect(await readArchivedLog(shop.db)).toBeNull();
    },
    { timeout: 30_000 },
  );
  const killed = await startArchiving("killed", {
    onGap: () => Promise.reject(new Error("killed")),
  });
  await expect(killed.done).rejects.toThrow("killed");
  const onGap = vi.fn(async () => undefined);
  const again = await startArchiving("killed", { onGap });
  await vi.waitFor(() => expect(again.states.length).toBeGreaterThan(0), { timeout: 30_000 });
  expect(onGap).toHaveBeenCalled();
});

test("ends only when nothing is being stored anymore, also if the database ends its stream", async () => {
  await untilUnused();
  let isStored = false;
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { states, done } = await startArchiving("cut", { beforeState: () => answered });
  await vi.waitFor(() => expect(states).toHaveLength(1), { timeout: 30_000 });
  const ended = done.catch(() => isStored);
  await shop.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_replication`);
  await untilUnused();
  // The place answers only now.
  setImmediate(() => {
    isStored = true;
    answer();
  });
  expect(await ended).toBe(true);
});

test("does not replace an archive that another process took further meanwhile", async () => {
  await untilUnused();
  const { repository, states, done } = await startArchiving("further");
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(0), { timeout: 30_000 });
  const { systemId } = await readServerFacts(shop.db);
  const state = { timeline: 1, since: new Date(), until: new Date(), lsn: "FF/0" };
  const onEnd = vi.fn<(error: Error) => void>();
  done.catch(onEnd);
  await vi.waitFor(
    async () => {
      await writeTimeline(repository, systemId, state);
      expect(onEnd.mock.lastCall?.[0].message).toMatch(/^Another process has archived the log/);
    },
    { timeout: 30_000 },
  );
});

test.each([
  ["before a part of the log is stored", "copyImages", 0],
  ["before the record of it is written", "beforeSegment", 1],
])("looks for another process's archive again %s", async (_, hook, stored) => {
  await untilUnused();
  const { systemId } = await readServerFacts(shop.db);
  const place = await openPlace(hook);
  const state = { timeline: 1, since: new Date(), until: new Date(), lsn: "FF/0" };
  const takeFurther = () => writeTimeline(place, systemId, state);
  const { states, done } = await startArchiving(hook, { [hook]: takeFurther });
  await expect(done).rejects.toThrow(/^Another process has archived the log/);
  const names = readdirSync(join(folder.path, hook, "wal", systemId));
  expect(names.filter(isSegment)).toHaveLength(stored);
  expect(states).toEqual([]);
});

test("asks for no backup because another process went on between two looks at its archive", async () => {
  await untilUnused();
  const first = await startArchiving("moved");
  await vi.waitFor(() => expect(first.states.length).toBeGreaterThan(0), { timeout: 30_000 });
  await first.end();
  await untilUnused();
  let isMoved = false;
  const move = async (name: string) => {
    if (isMoved || !name.endsWith(".state")) return;
    isMoved = true;
    await shop.db.execute(sql`select pg_switch_wal()`);
    await addAccounts(shop, "moved", 1);
    await shop.db.execute(
      sql`select pg_replication_slot_advance(${slotName}, pg_current_wal_flush_lsn())`,
    );
  };
  const onGap = vi.fn(async () => undefined);
  const { states } = await startArchiving("moved", { onGap, afterRead: move });
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(0), { timeout: 30_000 });
  expect(isMoved).toBe(true);
  expect(onGap).not.toHaveBeenCalled();
});

test("a place that takes longer than the database waits for an answer does not end the stream", async () => {
  await untilUnused();
  const setTimeLimit = async (setting: SQL) => {
    await shop.db.execute(sql`alter system ${setting}`);
    await shop.db.execute(sql`select pg_reload_conf()`);
  };
  onTestFinished(() => setTimeLimit(sql`reset wal_sender_timeout`));
  await setTimeLimit(sql`set wal_sender_timeout = '1s'`);
  let answer: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { states, done } = await startArchiving("slow place", { beforeState: () => answered });
  const onEnd = vi.fn<(error: Error) => void>();
  done.catch(onEnd);
  await vi.waitFor(() => expect(states).toHaveLength(1), { timeout: 30_000 });
  // More than is received before the stream is paused.
  await shop.db.execute(
    sql`create table ballast_of_slow_place as select n, repeat(md5(n::text), 30) as filler from generate_series(1, 40000) as n`,
  );
  const end = readLsn((await readLogEnd(shop.db)).lsn);
  await sleep(4_000);
  answer();
  await vi.waitFor(
    () => {
      expect(onEnd.mock.lastCall).toBeUndefined();
      expect(states.at(-1)!.lsn).toBeGreaterThanOrEqual(end);
    },
    { timeout: 60_000 },
  );
});

test("a process that was stopped does not keep the log from others for good", async () => {
  const client = await connectReplication(shop.directUrl);
  onTestFinished(() => client.end());
  expect(await client.rows("SHOW wal_sender_timeout")).toEqual([{ wal_sender_timeout: "15min" }]);
});

test.each([
  ["before the new log begins", "0/100", 1],
  ["within the new log", "FF/0", 0],
])("asks for a backup in a place whose backup by hand ends %s", async (_, endLsn, asked) => {
  await untilUnused();
  await ensureSlot(shop.db, () => Promise.resolve());
  const { systemId, segmentBytes } = await readServerFacts(shop.db);
  const log = { systemId, segmentBytes, timeline: 1, startLsn: "0/100", endLsn };
  const place = await openPlace(`by hand, ${asked}`);
  await writeManifest(place, aManifest({ log }));
  const onGap = vi.fn(async () => undefined);
  const { states } = await startArchiving(`by hand, ${asked}`, { onGap });
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(0), { timeout: 30_000 });
  expect(onGap).toHaveBeenCalledTimes(asked);
});

test("begins again in a place whose record of the archive is damaged", async () => {
  await untilUnused();
  await ensureSlot(shop.db, () => Promise.resolve());
  const { systemId } = await readServerFacts(shop.db);
  const place = await openPlace("damaged");
  await place.write(`wal/${systemId}/00000001.state`, Buffer.from("{"));
  const { states } = await startArchiving("damaged");
  await vi.waitFor(() => expect(states.length).toBeGreaterThan(0), { timeout: 30_000 });
});

test.each([
  ["record", (name: string) => name.includes(".state")],
  ["newest part", isSegment],
])(
  "goes on where the disk cannot read the %s of the archive, and writes it again",
  async (what, isBad) => {
    const place = `unreadable ${what}`;
    await untilUnused();
    const first = await startArchiving(place);
    await vi.waitFor(() => expect(first.states.length).toBeGreaterThan(0), { timeout: 30_000 });
    await first.end();
    await untilUnused();
    const { repository, states, done } = await startArchiving(place, { isBad });
    const { systemId } = await readServerFacts(shop.db);
    await Promise.race([
      done,
      vi.waitFor(() => expect(states.length).toBeGreaterThan(0), { timeout: 30_000 }),
    ]);
    const readAll = async () => {
      for await (const { name } of repository.list(`wal/${systemId}/`))
        if (isBad(name)) await readWhole(repository, name);
    };
    await vi.waitFor(readAll, { timeout: 30_000 });
  },
);

test("begins again, and asks for a backup, where the log went to another place meanwhile", async () => {
  const archiveUntilNow = async (place: string) => {
    await untilUnused();
    const onGap = vi.fn(async () => undefined);
    const archive = await startArchiving(place, { onGap });
    const now = new Date();
    await vi.waitFor(() => expect(+archive.states.at(-1)!.until).toBeGreaterThan(+now), {
      timeout: 60_000,
    });
    return { ...archive, onGap, state: archive.states.at(-1)! };
  };
  const first = await archiveUntilNow("first");
  await first.end();
  const other = await archiveUntilNow("other");
  // More than a part of the log, which only the other place gets.
  await shop.db.execute(sql`select pg_switch_wal()`);
  await addAccounts(shop, "elsewhere", 1);
  const { lsn } = await readLogEnd(shop.db);
  await vi.waitFor(
    async () =>
      expect(readLsn((await readArchivedLog(shop.db))!.lsn)).toBeGreaterThanOrEqual(readLsn(lsn)),
    { timeout: 60_000, interval: 50 },
  );
  await other.end();

  const back = await archiveUntilNow("first");
  expect(back.onGap).toHaveBeenCalled();
  expect(+back.state.since).toBeGreaterThan(+first.state.until);
  await back.end();
  // Once is enough.
  const again = await archiveUntilNow("first");
  expect(again.onGap).not.toHaveBeenCalled();
  expect(again.state.since).toEqual(back.state.since);
});

test.runIf(process.platform !== "win32")(
  "never continues the log of a database that was put back, however much it writes",
  async () => {
    const data = join(folder.path, "put back");
    /** Starts the database, adds this much to its log, and archives all of it. */
    const archiveMore = async (rows: number) => {
      const database = await openDatabaseIn(data);
      try {
        await database.db.execute(
          sql`create table ${sql.identifier(`ballast_${rows}`)} as select n, md5(random()::text) from generate_series(1, ${sql.raw(String(rows))}) as n`,
        );
        const end = readLsn((await readLogEnd(database.db)).lsn);
        const { states, done } = await startArchiving("returned", database);
        const reached = vi.waitFor(() => expect(states.at(-1)!.lsn).toBeGreaterThanOrEqual(end), {
          timeout: 60_000,
        });
        await Promise.race([reached, done]);
      } finally {
        await database.stop();
      }
    };
    const log = () => {
      const wal = join(folder.path, "returned", "wal");
      const names = readdirSync(wal, { recursive: true, encoding: "utf8" });
      const files = names.filter(isSegment).toSorted();
      return files.map((name) => [name, readFileSync(join(wal, name)).toString("hex")]);
    };
    await archiveMore(1_000);
    execFileSync("cp", ["-a", data, `${data}, copied`]);
    await archiveMore(2_000);
    const before = log();
    renameSync(data, `${data}, lost`);
    renameSync(`${data}, copied`, data);

    for (const rows of [3_000, 400_000])
      await expect(archiveMore(rows)).rejects.toThrow(/was put back .* npm run restore/);
    expect(log()).toEqual(before);
  },
);
