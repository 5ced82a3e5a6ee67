// Three etcd and three PostgreSQL under Patroni, as on three machines.
import { spawnSync } from "node:child_process";
import { chownSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processTree, waitFor } from "./processes.mjs";

const machines = [1, 2, 3];
const password = "of a cluster that lives for minutes";

/**
 * Starts etcd and Patroni, and waits for a primary with a synchronous standby.
 * @returns what the events need to harm and heal them
 */
export async function startDatabases({ root, folder, ports, programs, postgres, user, processes }) {
  const etcds = startEtcds({ folder, ports, programs, processes });
  await waitFor("etcd", () => etcds.leader());
  const own = join(folder, "postgres");
  mkdirSync(own);
  if (user.uid !== undefined) chownSync(own, user.uid, user.gid);
  const config = join(folder, "patroni.yml");
  writeFileSync(config, patroniConfig(root, own));
  const env = (machine) => patroniEnv({ machine, ports, own, postgres });
  validatePatroni(programs.patroni, config, env(1), user);

  const patronis = new Map();
  const start = (machine) =>
    patronis.set(
      machine,
      processes.start(`patroni-${machine}`, programs.patroni, [config], {
        env: env(machine),
        user,
        cwd: own,
      }),
    );
  machines.forEach(start);
  const databases = {
    etcds,
    connection: (machine) => ({
      host: "127.0.0.1",
      port: ports.postgres(machine),
      user: "postgres",
      password,
    }),
    members: () => readMembers(ports),
    patroni: (machine) => patronis.get(machine),
    start,
    postmaster: (machine) => readPostmaster(join(own, `data-${machine}`)),
    /** PostgreSQL's processes on a machine. */
    postgresTree(machine) {
      const pid = this.postmaster(machine);
      return pid === null ? [] : processTree(pid);
    },
  };
  return databases;
}

function startEtcds({ folder, ports, programs, processes }) {
  const peer = (machine) => `http://127.0.0.1:${ports.etcdPeer(machine)}`;
  const client = (machine) => `http://127.0.0.1:${ports.etcd(machine)}`;
  const cluster = machines.map((machine) => `etcd-${machine}=${peer(machine)}`).join();
  const running = new Map();
  const start = (machine) => {
    const options = {
      name: `etcd-${machine}`,
      "data-dir": join(folder, `etcd-${machine}`),
      "listen-client-urls": client(machine),
      "advertise-client-urls": client(machine),
      "listen-peer-urls": peer(machine),
      "initial-advertise-peer-urls": peer(machine),
      "initial-cluster": cluster,
      "initial-cluster-state": "new",
    };
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    running.set(machine, processes.start(`etcd-${machine}`, programs.etcd, args));
  };
  machines.forEach(start);
  return {
    start,
    process: (machine) => running.get(machine),
    /** The machine of etcd's leader, or null while there is none. */
    leader() {
      const status = machines.map((machine) => {
        const args = ["--endpoints", client(machine), "--command-timeout=2s"];
        const { stdout } = spawnSync(
          programs.etcdctl,
          [...args, "endpoint", "status", "-w", "json"],
          { env: { ...process.env, ETCDCTL_API: "3" }, encoding: "utf8" },
        );
        const [answer] = JSON.parse(stdout || "[]");
        return { machine, id: answer?.Status.header.member_id, leader: answer?.Status.leader };
      });
      const member = status.find(({ id, leader }) => id !== undefined && id === leader);
      return member?.machine ?? null;
    },
  };
}

/** The file of deploy/ with sockets in a folder of our own. */
function patroniConfig(root, own) {
  const text = readFileSync(join(root, "deploy", "patroni", "patroni.yml"), "utf8");
  const setting = "unix_socket_directories: /var/run/postgresql";
  if (!text.includes(setting)) throw new Error(`deploy/patroni/patroni.yml has no ${setting}`);
  return text.replace(setting, `unix_socket_directories: ${own}`);
}

function patroniEnv({ machine, ports, own, postgres }) {
  const here = (port) => `127.0.0.1:${port}`;
  return {
    ...process.env,
    PATRONI_NAME: `pg${machine}`,
    PATRONI_RESTAPI_LISTEN: here(ports.patroni(machine)),
    PATRONI_RESTAPI_CONNECT_ADDRESS: here(ports.patroni(machine)),
    PATRONI_POSTGRESQL_LISTEN: here(ports.postgres(machine)),
    PATRONI_POSTGRESQL_CONNECT_ADDRESS: here(ports.postgres(machine)),
    PATRONI_POSTGRESQL_DATA_DIR: join(own, `data-${machine}`),
    PATRONI_POSTGRESQL_PGPASS: join(own, `pgpass-${machine}`),
    PATRONI_POSTGRESQL_BIN_DIR: postgres,
    PATRONI_ETCD3_HOSTS: machines.map((one) => here(ports.etcd(one))).join(),
    PATRONI_SUPERUSER_PASSWORD: password,
    PATRONI_REPLICATION_PASSWORD: password,
    PATRONI_REWIND_PASSWORD: password,
  };
}

/** Patroni refuses loopback addresses for other machines, so those two settings are checked with names. */
function validatePatroni(program, config, env, user) {
  const { status, stdout, stderr } = spawnSync(program, ["--validate-config", config], {
    env: {
      ...env,
      PATRONI_RESTAPI_CONNECT_ADDRESS: "pg1.internal:8008",
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: "pg1.internal:5432",
    },
    encoding: "utf8",
    ...user,
  });
  const complaint = `${stdout}${stderr}`.trim();
  if (status !== 0 || complaint !== "")
    throw new Error(`deploy/patroni/patroni.yml is not valid:\n${complaint}`);
}

/** The members of the cluster as the first machine that answers sees them. */
async function readMembers(ports) {
  for (const machine of machines) {
    const url = `http://127.0.0.1:${ports.patroni(machine)}/cluster`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    if (!answer?.ok) continue;
    const { members } = await answer.json();
    return members.map((member) => ({ ...member, machine: Number(member.name.slice(2)) }));
  }
  return [];
}

/** The process id of the server on a data folder, or null if none runs. */
function readPostmaster(dataFolder) {
  try {
    const pid = Number(readFileSync(join(dataFolder, "postmaster.pid"), "utf8").split("\n")[0]);
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}

/** Whether there is a primary, a synchronous standby, and a third server that follows. */
export async function isWhole(databases) {
  const members = await databases.members();
  const roles = members.map(({ role }) => role).toSorted();
  const follows = ({ role, state, lag }) =>
    role === "leader" || (["running", "streaming"].includes(state) && lag < 1_000_000);
  return String(roles) === "leader,replica,sync_standby" && members.every(follows);
}
