import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { archiveSlot } from "#server/backup/public.ts";
import { connectDatabase } from "#server/platform/database/database.ts";
import { migrate } from "#server/platform/database/migrate.ts";
import { connectReplicas } from "#server/platform/database/replicas.ts";
import { renderMetrics } from "#server/platform/metrics/metrics.ts";
import { createCollector } from "#server/system/collect-readings.ts";
import { readSystem } from "#server/system/read-system.ts";
import { readDatabaseState } from "#server/system/shop-state-store.ts";
import { aListing, anAccount } from "#testing/builders.ts";
import { eventually } from "#testing/eventually.ts";
import { readSamples, sumOf } from "#testing/read-metrics.ts";
import { createTestApp } from "#testing/test-app.ts";
// @ts-expect-error The scripts are plain JavaScript.
import { findPostgres as find } from "../../scripts/prepare/find-postgres.mjs";
import { createDatabase } from "./test-database.ts";
import { startWithReplica } from "./streaming-replica.ts";

const findPostgres = find as () => string | undefined;
const programs = findPostgres();

if (!programs)
  test("lists at a read replica: not tested, because PostgreSQL is not installed", ({ annotate }) =>
    annotate("PostgreSQL is not installed"));
else
  describe("a shop with a read replica", () => {
    let servers: Awaited<ReturnType<typeof startWithReplica>>;
    let shop: Awaited<ReturnType<typeof createTestApp>>;
    let seller: Awaited<ReturnType<typeof anAccount>>;
    const lines: string[] = [];
    const token = "metrics-token-of-the-tests";

    beforeAll(async () => {
      servers = await startWithReplica(programs);
      const database = await createDatabase(servers.urlOf("primary"), "template0");
      await migrate(database.url);
      const replica = new URL(servers.urlOf("replica"));
      replica.pathname = new URL(database.url).pathname;
      shop = await createTestApp(
        {
          DATABASE_REPLICA_URL: replica.toString(),
          LOG_LEVEL: "info",
          HOLDS_PER_ADDRESS: "0",
          METRICS_TOKEN: token,
        },
        { database, write: (line) => lines.push(line) },
      );
      seller = await anAccount(shop.deps, { role: "Seller" });
      await untilUsed();
    });
    afterAll(async () => {
      await shop.close();
      await servers.stop();
    });

    const databaseName = () => new URL(shop.databaseUrl).pathname.slice(1);
    const replicaUrl = () => servers.urlOf("replica").replace(/postgres$/, databaseName());
    const isAtReplica = () =>
      shop.deps.replicas.read(async (db) => {
        const { rows } = await db.execute<{ standby: boolean }>(
          sql`select pg_is_in_recovery() as standby`,
        );
        return rows[0]!.standby;
      });
    const untilUsed = () =>
      vi.waitFor(async () => expect(await isAtReplica()).toBe(true), { timeout: 20_000 });
    const warnings = () => lines.filter((line) => line.includes("a read replica is not used"));
    async function readsAt(server: "replica" | "primary"): Promise<number> {
      const headers = { authorization: `Bearer ${token}` };
      const { body } = await shop.call("GET", "/metrics", { headers });
      return sumOf(readSamples(body as string), "marque_replica_reads_total", { server });
    }
    /** Books a car and returns whether the buyer's next list has it. */
    async function bookAndList(): Promise<boolean> {
      const buyer = await anAccount(shop.deps);
      const car = await aListing(shop.deps, { sellerId: seller.id });
      const { body } = await shop.call("POST", "/api/bookings", {
        token: buyer.token,
        body: { productId: car.id, item: car.name, price: car.resalePriceMinor / 100 },
      });
      const list = await shop.call("GET", "/api/bookings", { token: buyer.token });
      expect(list.status).toBe(200);
      expect(body.insertedId).toBeDefined();
      return (list.body as { _id: string }[]).some(({ _id }) => _id === body.insertedId);
    }

    test("lists show a write that was just acknowledged, and the metrics say where they were read", async () => {
      const before = (await readsAt("replica")) + (await readsAt("primary"));
      for (let round = 0; round < 10; round += 1) expect(await bookAndList()).toBe(true);
      expect((await readsAt("replica")) + (await readsAt("primary"))).toBe(before + 10);
      await untilUsed();
    });

    test("a replica that is behind is not read, which the log says once, until it has caught up", async () => {
      const before = warnings().length;
      await servers.runAtReplica("select pg_wal_replay_pause()");
      for (let round = 0; round < 3; round += 1) expect(await bookAndList()).toBe(true);
      const reads = [await readsAt("replica"), await readsAt("primary")];
      expect(await isAtReplica()).toBe(false);
      expect([await readsAt("replica"), await readsAt("primary")]).toEqual([
        reads[0],
        reads[1]! + 1,
      ]);
      expect(warnings()).toHaveLength(before + 1);
      await servers.runAtReplica("select pg_wal_replay_resume()");
      await untilUsed();
      expect(lines.at(-1)).toContain("is used again");
    });

    test("metrics count replicas, those for which commits wait, and those that are read", async () => {
      const gauges = async () => {
        const { text } = await renderMetrics(await createCollector(shop.deps)());
        const samples = readSamples(text);
        const one = (name: string, labels = {}) =>
          samples.some((sample) => sample.name === name) ? sumOf(samples, name, labels) : null;
        return {
          connected: one("marque_shop_replicas_connected"),
          synchronous: one("marque_shop_replicas_synchronous"),
          used: one("marque_read_replicas", { state: "used" }),
          aside: one("marque_read_replicas", { state: "aside" }),
          hasLag: one("marque_shop_replica_lag_bytes") !== null,
        };
      };
      const one = { connected: 1, synchronous: 0, used: 1, aside: 0, hasLag: true };
      expect(await gauges()).toEqual(one);
      const configure = async (command: string) => {
        await shop.deps.pool.query(`alter system ${command}`);
        await shop.deps.pool.query("select pg_reload_conf()");
      };
      await configure("set synchronous_standby_names = '*'");
      await eventually(async () => expect(await gauges()).toEqual({ ...one, synchronous: 1 }));
      await configure("reset synchronous_standby_names");
      await eventually(async () => expect(await gauges()).toEqual(one));
      servers.signalReplica("SIGKILL");
      await bookAndList();
      await eventually(async () =>
        expect(await gauges()).toEqual({
          connected: 0,
          synchronous: 0,
          used: 0,
          aside: 1,
          hasLag: false,
        }),
      );
      await servers.startReplica();
      await untilUsed();
    });

    test("metrics say how long a change has waited for the archive of the backups", async () => {
      const { pool } = shop.deps;
      await pool.query(`select pg_create_physical_replication_slot('${archiveSlot}', true)`);
      const minute = 60_000;
      let time = Date.now();
      const collect = createCollector(shop.deps, () => time);
      const age = async () => {
        const samples = readSamples((await renderMetrics(await collect())).text);
        return Math.round(sumOf(samples, "marque_shop_backup_archive_age_seconds"));
      };
      await aListing(shop.deps, { sellerId: seller.id });
      expect(await age()).toBe(0);
      time += 20 * minute;
      expect(await age()).toBe(20 * 60);
      await pool.query(
        `select pg_replication_slot_advance('${archiveSlot}', pg_current_wal_flush_lsn())`,
      );
      time += minute;
      expect(await age()).toBe(0);
      await pool.query(`select pg_drop_replication_slot('${archiveSlot}')`);
    });

    test("a user sees how far a replica is with pg_monitor, and only that there is one without", async () => {
      await shop.deps.pool.query("create role watcher login");
      const url = new URL(shop.databaseUrl);
      url.username = "watcher";
      const watcher = connectDatabase(url.toString(), 1);
      const read = async () => (await readDatabaseState(watcher.db)).replicas;
      const unseen = { state: null, isSynchronous: null, lagBytes: null };
      expect(await read()).toMatchObject([unseen]);
      await shop.deps.pool.query("grant pg_monitor to watcher");
      expect(await read()).toMatchObject([
        { state: "streaming", isSynchronous: false, lagBytes: expect.any(Number) },
      ]);
      await watcher.pool.end();
    });

    test("a shop whose database has become a replica says so on System", async () => {
      const replica = connectDatabase(replicaUrl(), 4);
      expect((await readSystem({ ...shop.deps, db: replica.db })).database.role).toBe("replica");
      await replica.pool.end();
    });

    test("a read that takes long at a replica that falls behind is repeated at the primary", async () => {
      let runs = 0;
      const answer = await shop.deps.replicas.read(async (db) => {
        runs += 1;
        if (runs === 1) {
          await servers.runAtReplica("select pg_wal_replay_pause()");
          await shop.deps.db.execute(sql`update account set name = name`);
          await db.execute(sql`select pg_sleep(10)`);
        }
        return runs;
      });
      expect(answer).toBe(2);
      await servers.runAtReplica("select pg_wal_replay_resume()");
      await untilUsed();
    });

    test("a replica that is killed is replaced by the primary at once, and used when it is back", async () => {
      servers.signalReplica("SIGKILL");
      for (let round = 0; round < 3; round += 1) expect(await bookAndList()).toBe(true);
      expect(await isAtReplica()).toBe(false);
      await servers.startReplica();
      await untilUsed();
      expect(await bookAndList()).toBe(true);
    });

    test("a replica of another server is not read, however far it is in its own log", async () => {
      const urls = [shop.databaseUrl, replicaUrl()] as const;
      expect(await readBeside(...urls, { server: "1" })).toBe(false);
      await vi.waitFor(async () => expect(await readBeside(...urls)).toBe(true), {
        timeout: 20_000,
      });
    });

    test("a read that the replica cancels, because it has to replay, is repeated at the primary", async () => {
      await untilUsed();
      const answer = await shop.deps.replicas.read(async (db) => {
        const { rows } = await db.execute<{ standby: boolean }>(
          sql`select pg_is_in_recovery() as standby`,
        );
        if (rows[0]!.standby)
          throw Object.assign(new Error("conflict with recovery"), { code: "40001" });
        return "read at the primary";
      });
      expect(answer).toBe("read at the primary");
      await untilUsed();
    });

    test("an error of the read itself is passed on, and the replica stays in use", async () => {
      const refused = new Error("refused");
      let calls = 0;
      const read = shop.deps.replicas.read(() => {
        calls += 1;
        return Promise.reject(refused);
      });
      await expect(read).rejects.toBe(refused);
      expect([calls, shop.deps.replicas.usage()]).toEqual([1, { used: 1, aside: 0 }]);
    });

    test("the primary is not read as a replica", async () => {
      const replicas = connectReplicas([shop.databaseUrl], {
        primary: shop.deps,
        connections: 1,
        limits: { connection: 5_000, statement: 5_000 },
        log: { warn: () => undefined, info: () => undefined },
      });
      try {
        await replicas.read(() => Promise.resolve());
        expect(replicas.usage()).toEqual({ used: 0, aside: 1 });
      } finally {
        await replicas.stop();
      }
    });

    test("a replica is refused as the database of the shop", async () => {
      await expect(migrate(servers.urlOf("replica"))).rejects.toThrow(standbyRefusal);
    });

    test("a replica that follows a timeline which the primary has left is not read", async () => {
      await servers.startSecondReplica();
      await servers.runAtReplica("select pg_promote()");
      // The server that was the primary goes on, so its replica is further in its log than the new primary.
      await shop.deps.db.execute(sql`select pg_switch_wal()`);
      await aListing(shop.deps, { sellerId: seller.id });
      const old = servers.urlOf("abandoned").replace(/postgres$/, databaseName());
      await vi.waitFor(async () => expect(await readBeside(shop.databaseUrl, old)).toBe(true), {
        timeout: 20_000,
      });
      expect(await readBeside(replicaUrl(), old)).toBe(false);
    });

    test("a list refuses what is wrong with its request", async () => {
      const { token } = await anAccount(shop.deps);
      const list = await shop.call("GET", "/api/bookings?cursor=x", { token });
      expect(list.status).toBe(400);
    });
  });

const standbyRefusal =
  /^DATABASE_URL: the server is a standby, which takes no writes\. Name the primary here/;

/** Reads beside a primary that is not the replica's own, and says whether the replica was read. */
async function readBeside(
  primaryUrl: string,
  replicaUrl: string,
  changed: { server?: string } = {},
): Promise<boolean> {
  const primary = connectDatabase(primaryUrl, 1);
  const query = async (text: string, values?: unknown[]) => {
    const { rows } = await primary.pool.query<object>(text, values);
    return { rows: rows.map((row) => ({ ...row, ...changed })) };
  };
  const replicas = connectReplicas([replicaUrl], {
    primary: { ...primary, pool: { query } as unknown as typeof primary.pool },
    connections: 1,
    limits: { connection: 10_000, statement: 10_000 },
    log: { warn: () => undefined, info: () => undefined },
  });
  const isAtReplica = () =>
    replicas.read(async (db) => {
      const { rows } = await db.execute(sql`select pg_is_in_recovery() as replica`);
      return rows[0]!.replica === true;
    });
  // The first read may give the primary's timeline its name.
  const wasRead = (await isAtReplica()) || (await isAtReplica());
  await replicas.stop();
  await primary.pool.end();
  return wasRead;
}
