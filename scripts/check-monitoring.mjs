// Part of `npm run check`: Prometheus' own tool reads its configuration, the rules and their tests. Skipped with a line
// where promtool is not installed (Debian: apt-get install prometheus).
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const folder = join("deploy", "prometheus");
const checks = [
  ["check", "config", join(folder, "prometheus.yml")],
  ["check", "rules", join(folder, "marque.rules.yml")],
  ["test", "rules", join(folder, "marque.rules.test.yml")],
];

if (spawnSync("promtool", ["--version"]).error) {
  console.log("skipped: promtool is not installed");
  process.exit(0);
}
for (const check of checks) {
  const { status, stdout, stderr } = spawnSync("promtool", check, { encoding: "utf8" });
  if (status === 0) continue;
  console.log(`promtool ${check.join(" ")}\n${stdout}${stderr}`);
  process.exit(1);
}
