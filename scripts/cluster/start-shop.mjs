// What the three processes of the shop need besides the databases, and the processes.
import { spawnSync } from "node:child_process";
import { chownSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { devNull } from "node:os";
import { join } from "node:path";
import { query } from "./query.mjs";

const password = "of a shop that lives for minutes";
const providerKeys = {
  STRIPE_SECRET_KEY: "sk_test_cluster",
  STRIPE_PUBLISHABLE_KEY: "pk_test_cluster",
  STRIPE_WEBHOOK_SECRET: "whsec_cluster",
};

const startAttempts = 3;
/** As in deploy/: longer than HAProxy needs to notice that a process stops. */
const drainSeconds = 5;

/** Creates the shop's database. @returns {Promise<string>} its URL at HAProxy, which finds the primary */
export async function createShopDatabase(databases, ports) {
  const members = await databases.members();
  const leader = members.find(({ role }) => role === "leader").machine;
  const admin = { ...databases.connection(leader), database: "postgres" };
  await query(admin, `create role marque login password '${password}'`);
  await query(admin, "create database marque owner marque");
  return `postgres://marque:${encodeURIComponent(password)}@127.0.0.1:${ports.database}/marque`;
}

/** @returns {Promise<string[]>} the ids of the cars, each for sale at `carPrice` */
export async function addCars(databaseUrl, count) {
  const connection = { connectionString: databaseUrl };
  const seller = "00000000-0000-4000-8000-000000000001";
  await query(
    connection,
    `insert into account (id, name, email, role) values ($1, 'Seller', 'seller@cluster.example', 'Seller')`,
    [seller],
  );
  const { rows } = await query(
    connection,
    `insert into listing (id, seller_id, name, make, category_id, resale_price_minor, is_advertised)
     select gen_random_uuid(), $1, 'Car ' || n, (array['Audi','BMW','Mercedes-Benz'])[1 + n % 3], 1 + n % 3, $2, n % 50 = 0
     from generate_series(1, $3::int) as n returning id`,
    [seller, carPrice * 100, count],
  );
  return rows.map(({ id }) => id);
}

export const carPrice = 25_000;

/** Starts the card provider's database and the card provider. They stand for another company and are not harmed. */
export async function startPaymentProvider({ root, folder, ports, postgres, user, processes }) {
  const own = join(folder, "provider");
  mkdirSync(own);
  if (user.uid !== undefined) chownSync(own, user.uid, user.gid);
  const data = join(own, "data");
  const initdb = spawnSync(
    join(postgres, "initdb"),
    ["-D", data, "-A", "trust", "-U", "provider", "--no-sync"],
    { cwd: own, encoding: "utf8", ...user },
  );
  if (initdb.status !== 0) throw new Error(`The provider's database: ${initdb.stderr}`);
  const args = ["-D", data, "-p", String(ports.providerDatabase), "-k", own];
  const server = processes.start("provider-database", join(postgres, "postgres"), args, {
    user,
    cwd: own,
  });
  const databaseUrl = `postgres://provider@127.0.0.1:${ports.providerDatabase}/postgres`;
  const url = `http://127.0.0.1:${ports.provider}`;
  await processes.untilReady(server, () => query({ connectionString: databaseUrl }, "select 1"));
  const shop = `http://127.0.0.1:${ports.shop}`;
  const env = {
    ...process.env,
    ...providerKeys,
    PROVIDER_DATABASE_URL: databaseUrl,
    PUBLIC_URL: shop,
    WEBHOOK_URL: `${shop}/api/payments/webhook`,
    PORT: String(ports.provider),
  };
  const program = join(root, "scripts", "cluster", "run-payment-provider.ts");
  const provider = processes.start("provider", process.execPath, ["--import", "tsx", program], {
    env,
    cwd: root,
  });
  await processes.untilReady(provider, () => fetch(url));
  return { url, databaseUrl };
}

/** Starts an S3-compatible store. @returns the settings of the shop for it */
export async function startImageStore({ root, folder, ports, processes }) {
  const data = join(folder, "image-store");
  mkdirSync(data);
  const program = join(root, "node_modules", "s3rver", "bin", "s3rver.js");
  const options = { directory: data, address: "127.0.0.1", port: ports.imageStore };
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  // Its hashes need an older provider of OpenSSL.
  const env = { ...process.env, NODE_OPTIONS: "--openssl-legacy-provider" };
  const store = processes.start(
    "image-store",
    process.execPath,
    [program, ...args, "--configure-bucket", "images"],
    { env },
  );
  const address = `http://127.0.0.1:${ports.imageStore}`;
  await processes.untilReady(store, () => fetch(address));
  return {
    IMAGE_STORE_URL: `s3://images/cluster?endpoint=${address}`,
    AWS_ACCESS_KEY_ID: "S3RVER",
    AWS_SECRET_ACCESS_KEY: "S3RVER",
  };
}

/** Starts the PgBouncer of a machine with the file of deploy/, other addresses, and the shop's password. */
export async function startPooler(machine, { root, folder, ports, programs, user, processes }) {
  const users = join(folder, `pgbouncer-users-${machine}.txt`);
  writeFileSync(users, `"marque" "${password}"\n`);
  let text = readFileSync(join(root, "deploy", "pgbouncer", "pgbouncer.ini"), "utf8");
  for (const [setting, value] of [
    ["host=127.0.0.1 port=5432", `host=127.0.0.1 port=${ports.database}`],
    ["listen_port = 6432", `listen_port = ${ports.pooler(machine)}`],
    ["auth_file = /etc/pgbouncer/userlist.txt", `auth_file = ${users}`],
  ]) {
    if (!text.includes(setting))
      throw new Error(`deploy/pgbouncer/pgbouncer.ini has no ${setting}`);
    text = text.replace(setting, value);
  }
  const file = join(folder, `pgbouncer-${machine}.ini`);
  writeFileSync(file, text);
  const one = processes.start(`pgbouncer-${machine}`, programs.pgbouncer, [file], { user });
  const connectionString = pooledUrl(ports, machine);
  await processes.untilReady(one, () => query({ connectionString }, "select 1"));
}

const pooledUrl = (ports, machine) =>
  `postgres://marque:${encodeURIComponent(password)}@127.0.0.1:${ports.pooler(machine)}/marque`;

const metricsToken = "of-the-metrics-of-a-cluster";

/** The three processes of the shop, each started from a folder that has a build and migrations. */
export function createShop({ folder, ports, databaseUrl, providerUrl, imageStore, processes }) {
  const running = new Map();
  const address = (machine) => `http://127.0.0.1:${ports.app(machine)}`;
  const env = (machine) => ({
    ...process.env,
    ...providerKeys,
    ...imageStore,
    ENV_FILE: devNull,
    NODE_ENV: "production",
    HOST: "127.0.0.1",
    PORT: String(ports.app(machine)),
    PUBLIC_URL: `http://127.0.0.1:${ports.shop}`,
    TRUSTED_PROXIES: "127.0.0.1",
    DATABASE_URL: pooledUrl(ports, machine),
    DATABASE_DIRECT_URL: databaseUrl,
    // Each server by itself, whatever its role: behind HAProxy, what was asked and what is read could be two standbys.
    DATABASE_REPLICA_URL: [1, 2, 3]
      .map((one) => databaseUrl.replace(`:${ports.database}/`, `:${ports.postgres(one)}/`))
      .join(),
    METRICS_TOKEN: metricsToken,
    // Everything shares the computer's cores, so a process that has just started may be slow to connect.
    DATABASE_WAIT: "15",
    DRAIN_SECONDS: String(drainSeconds),
    // Nothing in it is shared.
    DATA_DIR: join(folder, `data-${machine}`),
    DEMO: "0",
    AUTH_SECRET: "a secret that the three processes of the cluster share",
    BOOKING_NEEDS_CONFIRMED_EMAIL: "0",
    HOLDS_PER_ADDRESS: "0",
    RATE_LIMITS: "off",
    LOG_LEVEL: "warn",
    STRIPE_API_URL: providerUrl,
  });
  const isReady = (machine) =>
    fetch(`${address(machine)}/api/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
      (answer) => answer.ok,
    );
  async function startOnce(machine, release) {
    const program = join(release, "build", "server", "index.js");
    const options = { env: env(machine), cwd: release };
    const one = processes.start(`app-${machine}`, process.execPath, [program, "serve"], options);
    running.set(machine, one);
    await processes.untilReady(one, () => isReady(machine));
  }
  return {
    addresses: () => [...running.keys()].map(address),
    /** How many lists each process has read at a replica and at the primary since its start. */
    replicaReads: () =>
      Promise.all([...running.keys()].map((machine) => readsOf(address(machine)))),
    /** Starts a process from a release, again if it ends, as a service manager does, until it can serve. */
    async start(machine, release) {
      for (let attempt = 1; ; attempt += 1)
        try {
          return await startOnce(machine, release);
        } catch (error) {
          if (attempt === startAttempts) throw error;
        }
    },
    /** Kills a process. Until it is gone, which takes some milliseconds, its connections look open. */
    kill: (machine) => processes.stop(running.get(machine), "SIGKILL"),
    stop: (machine) => processes.stop(running.get(machine)),
  };
}

async function readsOf(address) {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const signal = AbortSignal.timeout(5_000);
  const text = await fetch(`${address}/metrics`, { headers, signal }).then((answer) =>
    answer.text(),
  );
  const of = (server) =>
    Number(
      new RegExp(`^marque_replica_reads_total\\{server="${server}"\\} (\\d+)`, "m").exec(text)[1],
    );
  return { replica: of("replica"), primary: of("primary") };
}

const expandingMigration = `alter table "booking" add column "cluster_note" text;
--> statement-breakpoint
create table "cluster_note" ("id" uuid primary key, "booking_id" uuid references "booking" ("id"), "at" timestamptz not null default now());
`;

/** A copy of the built shop with one more migration, which adds a column and a table: the next version. */
export function copyNextRelease(root, folder) {
  const release = join(folder, "next-release");
  mkdirSync(release);
  for (const name of ["build", "db", "package.json"])
    cpSync(join(root, name), join(release, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(release, "node_modules"));
  const migrations = join(release, "db", "migrations");
  const journalFile = join(migrations, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(journalFile, "utf8"));
  const last = journal.entries.at(-1);
  const tag = `${String(last.idx + 1).padStart(4, "0")}_cluster_note`;
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  writeFileSync(journalFile, JSON.stringify(journal));
  writeFileSync(join(migrations, `${tag}.sql`), expandingMigration);
  return release;
}
