// What happens to the cluster under load, and what must be true while it does.
import { setTimeout as sleep } from "node:timers/promises";
import { signalTo, waitFor } from "./processes.mjs";
import { query } from "./query.mjs";
import { isWhole } from "./start-databases.mjs";

/** The longest time without a successful write while the database fails over, in milliseconds. */
const failover = 15_000;
/** The longest time without a successful read: none is refused, but a busy computer may be slow. */
const unnoticed = 5_000;
const recovery = 120_000;

/**
 * Each event: its letter, what happens, what must be true, and the steps. `goal` limits failed requests and gaps; no event
 * may lose an acknowledged write. `run` returns what it found, and which process of the shop it killed, if any.
 */
export const events = {
  none: {
    title: "nothing happens",
    goal: { failed: 0 },
    run: async () => ({ notes: [] }),
  },
  a: {
    title: "kill -9 of a Marque process, started again after 3 s",
    goal: { failed: 0 },
    async run({ shop, release }) {
      const killedAt = Date.now();
      await shop.kill(1);
      const goneAt = Date.now();
      await sleep(3_000);
      const began = Date.now();
      await shop.start(1, release);
      return {
        killed: { server: "app1", at: killedAt, goneAt },
        notes: [`ready again ${seconds(Date.now() - began)} after its start`],
      };
    },
  },
  b1: {
    title: "kill -9 of the primary PostgreSQL",
    goal: { failedReads: 0, readGap: unnoticed, writeGap: failover },
    async run({ databases }) {
      const { machine, name } = await leaderOf(databases);
      const began = Date.now();
      databases.postgresTree(machine).forEach((pid) => signalTo(pid, "SIGKILL"));
      const notes = [await newLeader(databases, name, began)];
      notes.push(await wholeAgain(databases, began));
      return { notes };
    },
  },
  b2: {
    title: "kill -9 of the primary PostgreSQL and its Patroni (machine lost), back after 20 s",
    goal: { failedReads: 0, readGap: unnoticed, writeGap: failover },
    async run({ databases }) {
      const { machine, name } = await leaderOf(databases);
      const began = Date.now();
      killMachine(databases, machine);
      const notes = [await newLeader(databases, name, began)];
      await sleep(Math.max(0, began + 20_000 - Date.now()));
      databases.start(machine);
      notes.push(await wholeAgain(databases, began));
      return { notes };
    },
  },
  c: {
    title: "the synchronous standby freezes for 15 s (SIGSTOP), then goes on",
    goal: { failed: 0, readGap: unnoticed, writeGap: failover },
    async run({ databases }) {
      const members = await databases.members();
      const { machine, name } = members.find(({ role }) => role === "sync_standby");
      const frozen = [databases.patroni(machine).pid, ...databases.postgresTree(machine)];
      const began = Date.now();
      frozen.forEach((pid) => signalTo(pid, "SIGSTOP"));
      try {
        await waitFor("another synchronous standby", async () =>
          (await databases.members()).some(
            (one) => one.role === "sync_standby" && one.name !== name,
          ),
        );
        const replacedAt = Date.now();
        await sleep(Math.max(0, began + 15_000 - Date.now()));
        frozen.forEach((pid) => signalTo(pid, "SIGCONT"));
        return {
          notes: [
            `other synchronous standby after ${seconds(replacedAt - began)}`,
            await wholeAgain(databases, began),
          ],
        };
      } finally {
        frozen.forEach((pid) => signalTo(pid, "SIGCONT"));
      }
    },
  },
  d: {
    title: "kill -9 of etcd's leader, started again after 10 s",
    goal: { failed: 0, readGap: unnoticed, writeGap: failover },
    async run({ databases, processes }) {
      const { etcds } = databases;
      const { name } = await leaderOf(databases);
      const machine = etcds.leader();
      const began = Date.now();
      await processes.stop(etcds.process(machine), "SIGKILL");
      await waitFor("another leader of etcd", () => etcds.leader(), recovery);
      const electedAt = Date.now();
      await sleep(Math.max(0, began + 10_000 - Date.now()));
      etcds.start(machine);
      const whole = await wholeAgain(databases, began);
      const after = await leaderOf(databases);
      const primary = after.name === name ? "the primary stays" : `primary moves to ${after.name}`;
      return { notes: [`etcd elects after ${seconds(electedAt - began)}`, primary, whole] };
    },
  },
  e: {
    title: "a new version with a migration, one process after the other",
    goal: { failed: 0 },
    async run({ shop, proxy, nextRelease, databaseUrl }) {
      const began = Date.now();
      for (const machine of [1, 2, 3]) {
        // SIGTERM is all: HAProxy notices that the process is not ready while it still serves.
        await shop.stop(machine);
        await shop.start(machine, nextRelease);
        await waitFor(`process ${machine} to be used`, async () =>
          (await proxy.statusOf("app", `app${machine}`)).startsWith("UP"),
        );
      }
      // Fails without the new version's migration.
      await query({ connectionString: databaseUrl }, "select cluster_note from booking limit 1");
      return { notes: [`three processes in ${seconds(Date.now() - began)}`] };
    },
  },
};

/** The events of a choice such as `a,b`: `b` stands for its two variants. */
export function chooseEvents(choice) {
  const chosen = choice.flatMap((name) => (name === "b" ? ["b1", "b2"] : [name]));
  const unknown = chosen.find((name) => !Object.hasOwn(events, name));
  if (unknown !== undefined)
    throw new Error(`There is no event ${unknown}. Events: ${Object.keys(events).join(", ")}, b.`);
  return chosen;
}

async function leaderOf(databases) {
  return waitFor(
    "a primary",
    async () => (await databases.members()).find(({ role }) => role === "leader"),
    recovery,
  );
}

function killMachine(databases, machine) {
  const pids = [databases.patroni(machine).pid, ...databases.postgresTree(machine)];
  pids.forEach((pid) => signalTo(pid, "SIGKILL"));
}

async function newLeader(databases, before, began) {
  const leader = await waitFor(
    "a new primary",
    async () =>
      (await databases.members()).find(
        ({ role, name, state }) => role === "leader" && name !== before && state === "running",
      ),
    recovery,
  );
  return `${before} → ${leader.name} after ${seconds(Date.now() - began)}`;
}

async function wholeAgain(databases, began) {
  await waitFor("three servers that follow", () => isWhole(databases), recovery);
  return `whole again after ${seconds(Date.now() - began)}`;
}

const seconds = (milliseconds) => `${(milliseconds / 1_000).toFixed(1)} s`;
