import { EventEmitter } from "node:events";
import pg from "pg";
import PgBoss from "pg-boss";
import { expect, onTestFinished, test, vi } from "vitest";
import { createTestDatabase, serverVariable } from "#testing/database/test-database.ts";
import { surviveLostConnections } from "./survive-lost-connections.ts";

test("keeps running when the database is lost while a job's outcome is stored", async () => {
  const database = await createTestDatabase();
  const admin = new pg.Client({ connectionString: process.env[serverVariable] });
  await admin.connect();
  const jobs = new PgBoss({ connectionString: database.url, max: 1 });
  jobs.on("error", () => undefined);
  await jobs.start();
  // Vitest's own listeners fail the run.
  const others = process.listeners("unhandledRejection");
  process.removeAllListeners("unhandledRejection");
  const warn = vi.fn();
  surviveLostConnections(process, { warn });
  onTestFinished(async () => {
    process.removeAllListeners("unhandledRejection");
    for (const other of others) process.on("unhandledRejection", other);
    await jobs.stop({ graceful: false, wait: true });
    await database.drop();
    await admin.end();
  });

  const name = new URL(database.url).pathname.slice(1);
  await jobs.createQueue("cut");
  await jobs.send("cut", {});
  await jobs.work("cut", { pollingIntervalSeconds: 0.5 }, async () => {
    await admin.query(`alter database ${name} with allow_connections false`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [
      name,
    ]);
  });
  await vi.waitFor(() => expect(warn).toHaveBeenCalled(), { timeout: 20_000 });
});

test("ends the process after other unhandled rejections", () => {
  const emitter = new EventEmitter();
  surviveLostConnections(emitter as unknown as NodeJS.Process, { warn: vi.fn() });
  const mistake = new TypeError("x is not a function");
  expect(() => emitter.emit("unhandledRejection", mistake)).toThrow(mistake);
});
