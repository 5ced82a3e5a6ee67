// Part of `npm run check`: a folder of code that no reader takes in at a glance is split by subject.
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";

const ROOTS = ["bench", "e2e", "scripts", "server", "shared", "simulators", "testing", "web"];
const MAXIMUM = 40;
/** `server/` itself has only the assembly and its table of rights. */
const MAXIMUM_IN_SERVER = 8;

const given = process.argv.slice(2);
const files = given.length > 0 ? given : listFiles();
const counts = new Map();
for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);

for (const [folder, count] of counts) {
  const maximum = folder === "server" ? MAXIMUM_IN_SERVER : MAXIMUM;
  if (count <= maximum) continue;
  console.log(
    `${folder}: ${count} files, at most ${maximum}. Move some into a folder named for their subject.`,
  );
  process.exitCode = 1;
}

/** The files of the clone, new ones included; in a copy without Git there is nothing to check. */
function listFiles() {
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "--", ...ROOTS],
    { encoding: "utf8" },
  );
  return listed.split("\n").filter((file) => file !== "" && !file.startsWith("web/public/"));
}
