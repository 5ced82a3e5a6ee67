// Part of `npm run check`: HAProxy and systemd read the files of deploy/ that are theirs. What is not installed is skipped
// with a line (Debian: haproxy, systemd). Patroni and PgBouncer read theirs at each `npm run cluster`.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const deploy = (...names) => join("deploy", ...names);

/** The settings that docs/operations/scale.md gives for a file, in the block that has this name in it. */
function settingsWith(name) {
  const blocks = readFileSync(join("docs", "operations", "scale.md"), "utf8").split("```");
  const block = blocks.find((text) => new RegExp(`^ *${name}=`, "m").test(text)) ?? "";
  return Object.fromEntries(
    [...block.matchAll(/^ *([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, key, value]) => [key, value]),
  );
}

const checks = [
  {
    program: "haproxy",
    args: ["-c", "-f", deploy("haproxy", "haproxy.cfg"), "-f", deploy("haproxy", "database.cfg")],
    // Ports above 1024, so that any user may run it.
    env: { ...settingsWith("PATRONI_PORT1"), SHOP: "127.0.0.1:8080", EXTRAOPTS: "" },
  },
  {
    program: "systemd-analyze",
    args: [
      "verify",
      "--recursive-errors=no",
      ...["marque@.service", "marque-verify-backup.service", "marque-verify-backup.timer"].map(
        (name) => deploy("systemd", name),
      ),
    ],
    env: {},
  },
];

const missing = [];
for (const { program, args, env } of checks) {
  // The units name it, and systemd looks for it.
  if (program === "systemd-analyze" && !existsSync("/usr/bin/node")) {
    missing.push(`${program} with /usr/bin/node`);
    continue;
  }
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
  if (error) missing.push(program);
  else if (status !== 0) {
    console.log(`${program} ${args.join(" ")}\n${stdout}${stderr}`);
    process.exit(1);
  }
  // systemd warns of settings that its version does not know, and also of other units of this machine.
  else if (stderr.includes(deploy("systemd"))) console.log(stderr);
}
if (missing.length > 0) console.log(`skipped: ${missing.join(", ")} not installed`);
