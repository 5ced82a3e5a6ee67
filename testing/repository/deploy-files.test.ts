import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { policy } from "#server/policy.ts";
import { stopTimes } from "#server/start/stop-on-signal.ts";

const read = (file: string) => readFileSync(join("deploy", file), "utf8");
const dockerfile = read("container/Dockerfile");
const compose = read("compose/compose.yml");
const deployment = read("kubernetes/deployment.yaml");
const kustomization = read("kubernetes/kustomization.yaml");
const secret = read("kubernetes/secret.example.yaml");
const cronJob = read("kubernetes/backup/cron-job.yaml");
const unit = read("systemd/marque@.service");
const verifyUnit = read("systemd/marque-verify-backup.service");
const haproxy = read("haproxy/haproxy.cfg");

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!);
const one = (text: string, pattern: RegExp) => {
  const match = pattern.exec(text)?.[1];
  if (match === undefined) throw new Error(`${pattern} is not in the file`);
  return match;
};

const seconds = (text: string, pattern: RegExp) => Number(one(text, pattern));

/** The settings in docs/configuration.md, those of the AWS SDK, and Node.js's own. */
const knownNames = new Set([
  ...["config", "backup-settings"].flatMap((name) =>
    all(readFileSync(`server/platform/config/${name}.ts`, "utf8"), /^ {2}([A-Z][A-Z0-9_]+):/gm),
  ),
  "ENV_FILE",
  "BUILD_COMMIT",
  "NODE_ENV",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  // Of glibc and Node.js.
  "MALLOC_ARENA_MAX",
  "NODE_OPTIONS",
]);

/** What compose.yml says of the shop, and of HAProxy. */
const composeShop = compose.slice(compose.indexOf("x-shop:"), compose.indexOf("services:"));
const composeProxy = compose.slice(compose.indexOf("  haproxy:"), compose.indexOf("  app1:"));

const variables: Record<string, string[]> = {
  "container/Dockerfile": all(dockerfile, /^(?:ENV| {3}) ([A-Z][A-Z0-9_]+)=/gm),
  "compose/compose.yml": all(
    composeShop.slice(composeShop.indexOf("  environment:")),
    /^ {4}([A-Z][A-Z0-9_]+):/gm,
  ),
  "kubernetes/kustomization.yaml": all(kustomization, /^ {6}- ([A-Z][A-Z0-9_]+)=/gm),
  "kubernetes/backup/cron-job.yaml": all(cronJob, /^ +- name: ([A-Z][A-Z0-9_]+)$/gm),
  "kubernetes/secret.example.yaml": all(secret, /^ {2}([A-Z][A-Z0-9_]+):/gm),
  "systemd/marque@.service": all(one(unit, /^Environment=(.*)$/m), /([A-Z][A-Z0-9_]+)=/g),
  "systemd/marque-verify-backup.service": all(
    one(verifyUnit, /^Environment=(.*)$/m),
    /([A-Z][A-Z0-9_]+)=/g,
  ),
};

test.each(Object.entries(variables))("%s sets only settings that exist", (_, names) => {
  expect(names.length).toBeGreaterThan(2);
  expect(names.filter((name) => !knownNames.has(name))).toEqual([]);
});

test("compose and Kubernetes set what a shop with a database of its own requires", () => {
  const required = ["DATABASE_URL", "AUTH_SECRET", "PUBLIC_URL", "IMAGE_STORE_URL"];
  expect(variables["compose/compose.yml"]).toEqual(expect.arrayContaining(required));
  expect([
    ...variables["kubernetes/kustomization.yaml"]!,
    ...variables["kubernetes/secret.example.yaml"]!,
  ]).toEqual(expect.arrayContaining(required));
});

/** The stage of the Dockerfile that has PostgreSQL's programs. */
const backupStage = dockerfile.slice(
  dockerfile.indexOf(" AS backup"),
  dockerfile.lastIndexOf("\nFROM "),
);

test("compose and Kubernetes have a backup with what the command requires", () => {
  const service = compose.slice(compose.indexOf("\n  backup:"), compose.indexOf("\n  pgbouncer:"));
  // Of the shop itself it has DATABASE_URL and the rest.
  expect(service).toMatch(/<<: \*settings\s+BACKUP_URL: \/backups\//);
  expect(service).toContain(':/backups"]');
  expect(service).toMatch(/target: backup/);
  const required = ["PUBLIC_URL", "IMAGE_STORE_URL", "BACKUP_URL"];
  expect(variables["kubernetes/backup/cron-job.yaml"]).toEqual(expect.arrayContaining(required));
  expect(cronJob).toMatch(/secretRef:\s+name: marque$/m);
  expect(cronJob).toMatch(/args: \[backup\]/);
  expect(backupStage).toMatch(/^CMD \["backup"\]$/m);
});

test("pg_dump in the image of backups is not older than the server of compose.yml", () => {
  const major = seconds(dockerfile, /^ARG POSTGRES_MAJOR=(\d+)$/m);
  expect(dockerfile).toContain("FROM postgres:${POSTGRES_MAJOR}-");
  expect(major).toBeGreaterThanOrEqual(seconds(compose, /image: postgres:(\d+)/));
});

test("the example of .env has what compose.yml requires, and nothing that it does not read", () => {
  const example = all(read("compose/.env.example"), /^#?([A-Z][A-Z0-9_]+)=/gm);
  const used = all(compose, /\$\{([A-Z][A-Z0-9_]+)/g);
  const needed = all(compose, /\$\{([A-Z][A-Z0-9_]+):\?\}/g);
  expect(example).toEqual(expect.arrayContaining(needed));
  expect(example.filter((name) => !used.includes(name))).toEqual([]);
});

test("every health check is a route that the shop has", () => {
  const paths = [dockerfile, deployment, haproxy].flatMap((text) =>
    all(text, /(\/api\/health[\w/]*)/g),
  );
  expect(paths).toHaveLength(5);
  const routes = Object.keys(policy);
  for (const path of paths) expect(routes).toContain(`GET ${path}`);
  // A failed liveness check restarts the process, so it must not ask the database.
  expect(one(deployment, /livenessProbe:\s+httpGet:\s+path: (\S+)/)).toBe("/api/health/live");
  for (const probe of ["startupProbe", "readinessProbe"])
    expect(one(deployment, new RegExp(`${probe}:\\s+httpGet:\\s+path: (\\S+)`))).toBe(
      "/api/health/ready",
    );
});

test("all files name the same ports", () => {
  const port = one(dockerfile, /PORT=(\d+)/);
  expect(one(dockerfile, /EXPOSE (\d+)/)).toBe(port);
  expect(one(composeShop, /PORT: "(\d+)"/)).toBe(port);
  expect(all(composeProxy, /APP\d: [\d.]+:(\d+)/g)).toEqual([port, port, port]);
  expect(one(kustomization, /- PORT=(\d+)/)).toBe(port);
  expect(one(deployment, /name: http\s+containerPort: (\d+)/)).toBe(port);
  const metrics = one(kustomization, /- METRICS_PORT=(\d+)/);
  expect(one(deployment, /name: metrics\s+containerPort: (\d+)/)).toBe(metrics);
  expect(one(deployment, /prometheus.io\/port: "(\d+)"/)).toBe(metrics);
});

test("HAProxy finds every process of compose.yml at its address", () => {
  const addresses = all(compose, /ipv4_address: ([\d.]+)/g);
  expect(all(composeProxy, /APP\d: ([\d.]+):/g)).toEqual(addresses);
  const network = one(compose, /subnet: ([\d.]+)\.0\/24/);
  expect(addresses.every((address) => address.startsWith(`${network}.`))).toBe(true);
  expect(one(compose, /TRUSTED_PROXIES: (\S+)/)).toBe(`${network}.0/24`);
  const wanted = all(haproxy, /"\$\{([A-Z0-9_]+)\}"/g);
  expect(all(composeProxy, /^ {6}([A-Z][A-Z0-9_]+):/gm).toSorted()).toEqual(
    [...new Set(wanted)].toSorted(),
  );
});

// testing/repository/proxy-ids.test.ts runs it where HAProxy is installed.
test("HAProxy lets no visitor choose the id or trace of a request, and logs the id", () => {
  expect(haproxy).toMatch(/^ +http-request set-header X-Request-Id %\[unique-id\]$/m);
  for (const name of ["traceparent", "tracestate"])
    expect(haproxy).toMatch(new RegExp(`^ +http-request del-header ${name}$`, "m"));
  expect(one(haproxy, /^ +log-format "(.*)"$/m)).toMatch(/ %ID$/);
});

const stops = [
  [
    "compose.yml",
    seconds(composeShop, /DRAIN_SECONDS: "(\d+)"/),
    seconds(composeShop, /stop_grace_period: (\d+)s/),
  ],
  [
    "Kubernetes",
    seconds(kustomization, /DRAIN_SECONDS=(\d+)/),
    seconds(deployment, /terminationGracePeriodSeconds: (\d+)/),
  ],
  ["systemd", seconds(unit, /DRAIN_SECONDS=(\d+)/), seconds(unit, /TimeoutStopSec=(\d+)/)],
] as const;

test.each(stops)("%s gives a process the time to drain and stop", (_, drain, grace) => {
  expect(grace * 1_000).toBeGreaterThan(stopTimes(drain).end);
});

test("a process drains for longer than HAProxy needs to notice it", () => {
  const server = one(haproxy, /default-server (.* on-error mark-down)/);
  const inMs = (value: string) =>
    value.endsWith("ms") ? Number.parseInt(value, 10) : Number.parseInt(value, 10) * 1_000;
  const [usual, fast, fall] = [/ ?inter (\w+)/, /fastinter (\w+)/, /fall (\d+)/].map((pattern) =>
    one(server, pattern),
  );
  const answer = inMs(one(haproxy, /timeout check (\w+)/));
  const noticed = inMs(usual!) + (Number(fall) - 1) * inMs(fast!) + answer;
  for (const [, drain] of stops) expect(drain * 1_000).toBeGreaterThan(noticed);
});

test("Kubernetes notices a process that drains before it stops", () => {
  const probe = deployment.slice(deployment.indexOf("readinessProbe:"));
  const period = seconds(probe, /periodSeconds: (\d+)/);
  const failures = seconds(probe, /failureThreshold: (\d+)/);
  expect(seconds(kustomization, /DRAIN_SECONDS=(\d+)/)).toBeGreaterThan(period * failures);
});

test("Kubernetes runs at least three processes and replaces one at a time", () => {
  expect(seconds(deployment, /replicas: (\d+)/)).toBeGreaterThanOrEqual(3);
  expect(read("kubernetes/pod-disruption-budget.yaml")).toMatch(/maxUnavailable: 1/);
  expect(deployment).toMatch(/maxUnavailable: 0/);
});

test("containers run without rights, on a read-only file system", () => {
  expect(one(dockerfile, /^USER (\d+):\d+$/m)).toBe(one(deployment, /runAsUser: (\d+)/));
  expect(one(backupStage, /^USER (\d+):\d+$/m)).toBe(one(cronJob, /runAsUser: (\d+)/));
  for (const pods of [deployment, cronJob]) {
    expect(pods).toMatch(/runAsNonRoot: true/);
    expect(pods).toMatch(/readOnlyRootFilesystem: true/);
    expect(pods).toMatch(/allowPrivilegeEscalation: false/);
    expect(pods).toMatch(/drop: \[ALL\]/);
    expect(pods).toMatch(/seccompProfile:\s+type: RuntimeDefault/);
  }
  const services = compose.slice(compose.indexOf("\nservices:"), compose.indexOf("\nconfigs:"));
  const bodies = services.split(/^ {2}(?=[\w-]+:$)/m).slice(1);
  expect(bodies).toHaveLength(9);
  for (const body of bodies) expect(body).toMatch(/<<: \*(hardened|shop)/);
});

test("the shop has one helper thread of V8 wherever it is started", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: { start: string };
  };
  const options = [
    one(scripts.start, /^node (--\S+) /),
    one(unit, /^Environment=.* NODE_OPTIONS=(\S+)/m),
    one(dockerfile.slice(dockerfile.lastIndexOf("\nFROM ")), /^ {4}NODE_OPTIONS=(\S+)/m),
  ];
  for (const option of options) expect(option).toBe("--v8-pool-size=1");
});

test("the image has no shell, so its commands are lists of words", () => {
  const runtime = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  expect(runtime).toMatch(/^\nFROM gcr.io\/distroless\//);
  expect(runtime).not.toMatch(/^RUN /m);
  for (const command of all(runtime, /^(?:ENTRYPOINT|CMD| {2}CMD) (.*)$/gm))
    expect(Array.isArray(JSON.parse(command))).toBe(true);
});

test("files that others name exist", () => {
  const copied = all(dockerfile, /^COPY ((?!--).*) \S+$/gm).flatMap((names) => names.split(" "));
  const ignore = readFileSync(".dockerignore", "utf8");
  for (const name of copied) {
    expect(existsSync(name), name).toBe(true);
    expect(ignore).toContain(`!${name}\n`);
  }
  const resources = kustomization.slice(kustomization.indexOf("resources:"));
  for (const name of all(resources, /^ {2}- ([\w-]+\.yaml)$/gm))
    expect(existsSync(join("deploy/kubernetes", name)), name).toBe(true);
  expect(one(composeShop, /dockerfile: (\S+)/)).toBe("deploy/container/Dockerfile");
  for (const file of [unit, verifyUnit])
    expect(one(file, /^ExecStart=\/usr\/bin\/node (\S+)/m)).toBe("build/server/index.js");
  expect(one(dockerfile, /^ENTRYPOINT .*"(build[^"]+)"/m)).toBe("build/server/index.js");
  expect(one(verifyUnit, /index.js (\w+)/)).toBe("backup");
});

test("PgBouncer's limits are those of the shop", () => {
  const pooler = read("pgbouncer/pgbouncer.ini");
  const config = readFileSync("server/platform/config/config.ts", "utf8");
  expect(seconds(pooler, /query_wait_timeout = (\d+)/)).toBe(
    seconds(config, /DATABASE_WAIT: seconds\((\d+)\)/),
  );
  expect(seconds(pooler, /statement_timeout = (\d+)/)).toBe(
    1_000 * seconds(config, /DATABASE_STATEMENT_TIMEOUT: seconds\((\d+)\)/),
  );
});
