// HAProxy with the files of deploy/haproxy, and its log.
import { spawnSync } from "node:child_process";
import { createSocket } from "node:dgram";
import { once } from "node:events";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const three = [1, 2, 3];
/** A line of `option httplog`: backend/server, timers, status, how the connection ended, captured headers. */
const logLine = /\s(\S+)\/(\S+) -?\d+\/-?\d+\/-?\d+\/-?\d+\/\+?\d+ (-?\d+) .* (\S{4}) .*\{(\S*)\}/;

/**
 * Starts HAProxy after checking its configuration.
 * @param {string} userAgent what the requests of the load begin their User-Agent with; a number follows
 */
export async function startProxy({ root, folder, ports, programs, processes, userAgent }) {
  const served = new Map();
  const log = createSocket("udp4").on("message", (message) => {
    const [, , server, , ended, agent = ""] = logLine.exec(message.toString()) ?? [];
    if (agent.startsWith(userAgent)) served.set(agent.slice(userAgent.length), { server, ended });
  });
  log.bind(0, "127.0.0.1");
  await once(log, "listening");

  const files = ["haproxy.cfg", "database.cfg"].flatMap((name) => [
    "-f",
    join(root, "deploy", "haproxy", name),
  ]);
  const socket = join(folder, "haproxy.sock");
  const here = (port) => `127.0.0.1:${port}`;
  const perMachine = (name, value) =>
    Object.fromEntries(three.map((machine) => [`${name}${machine}`, String(value(machine))]));
  const env = {
    ...process.env,
    SHOP: here(ports.shop),
    DATABASE: here(ports.database),
    DATABASE_REPLICAS: here(ports.replicas),
    ...perMachine("APP", (machine) => here(ports.app(machine))),
    ...perMachine("PG", (machine) => here(ports.postgres(machine))),
    ...perMachine("PATRONI_PORT", ports.patroni),
    LOG_TARGET: here(log.address().port),
    RUNTIME_SOCKET: socket,
  };
  const check = spawnSync(programs.haproxy, ["-c", ...files], { env, encoding: "utf8" });
  if (check.status !== 0)
    throw new Error(`deploy/haproxy is not valid:\n${check.stdout}${check.stderr}`);
  const haproxy = processes.start("haproxy", programs.haproxy, ["-db", ...files], { env });

  const command = (line) => ask(socket, line);
  await processes.untilReady(haproxy, () => command("show version"));
  return {
    /** Which server a request of the load was sent to last, and how that ended; undefined if it is not logged yet. */
    servedBy: (request) => served.get(String(request)),
    close: () => log.close(),
    /** What HAProxy thinks of a server, such as `UP`. */
    async statusOf(backend, server) {
      const rows = (await command("show stat")).split("\n").map((row) => row.split(","));
      const row = rows.find(([name, of]) => name === backend && of === server);
      return row?.[rows[0].indexOf("status")] ?? "";
    },
  };
}

async function ask(socket, line) {
  const connection = connect(socket);
  await once(connection, "connect");
  connection.end(`${line}\n`);
  return text(connection);
}
