// `npm start`, `npm run import`, `npm run images` and `npm run admin` in any state of the clone: installs and builds
// what is missing, then runs the built program in this process, which keeps signals and the exit
// code. npm passes SIGTERM to its shell only, so the end of the shell is taken as the signal.
import "./prepare/require-node.mjs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildIfChanged } from "./prepare/build-shop.mjs";
import { installIfNeeded } from "./prepare/install-packages.mjs";
import { stopWithNpm } from "./prepare/stop-with-npm.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
stopWithNpm();

await installIfNeeded(root);
await buildIfChanged(root);
process.env.NODE_ENV = "production";
await import(pathToFileURL(join(root, "build", "server", "index.js")).href);
