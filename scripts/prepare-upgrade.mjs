// `npm run prepare-upgrade`: after `git pull`, installs and builds the new version beside the running one, so that the
// restart takes seconds (docs/operations/upgrade.md, "Upgrade").
import "./prepare/require-node.mjs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { prepareBeside } from "./prepare/prepare-version.mjs";
import { stopWithNpm } from "./prepare/stop-with-npm.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
process.chdir(root);
stopWithNpm();
process.exit((await prepareBeside(root)) ? 0 : 1);
