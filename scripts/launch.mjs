// `npm start`, `npm run import`, `npm run images` and `npm run admin` in any state of the clone: installs and builds
// what is missing, then runs the built program in this process, which keeps signals and the exit
// code. npm passes SIGTERM to its shell only, so the end of the shell is taken as the signal.
import "./prepare/require-node.mjs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { prepareToRun } from "./prepare/prepare-version.mjs";
import { removeReplaced } from "./prepare/replace-folder.mjs";
import { requireFreePort } from "./prepare/require-free-port.mjs";
import { noteRunningShop } from "./prepare/running-shops.mjs";
import { stopWithNpm } from "./prepare/stop-with-npm.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const command = process.argv[2] ?? "serve";
process.chdir(root);
stopWithNpm();

if (command === "serve") await requireFreePort();
await prepareToRun(root, command);
if (command === "serve") {
  noteRunningShop(root);
  // Later, because it takes seconds in which the shop could open.
  setTimeout(() => void removeReplaced(root).catch(() => undefined), 60_000).unref();
}
process.env.NODE_ENV = "production";
await import(pathToFileURL(join(root, "build", "server", "index.js")).href);
