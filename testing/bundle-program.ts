import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";

const root = join(import.meta.dirname, "..");

/**
 * Bundles a program of this folder into one file, which starts in about a second.
 * @param noExternal whether its packages are in the file, too: it starts sooner, if none of them has files of its own
 */
export async function bundleProgram(
  name: string,
  { noExternal = false } = {},
): Promise<{ program: string; remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), "marque-program-"));
  await build({
    configFile: false,
    root,
    logLevel: "error",
    // ssh2 looks for optional files of its own.
    ...(noExternal && { ssr: { noExternal: true, external: ["ssh2"] } }),
    build: {
      ssr: join(root, "testing", `${name}.ts`),
      outDir: folder,
      emptyOutDir: false,
      target: "node20",
      rolldownOptions: {
        output: { entryFileNames: `${name}.mjs` },
        // The pages of the built shop, which only requests for pages need.
        external: ["virtual:react-router/server-build"],
      },
    },
  });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return {
    program: join(folder, `${name}.mjs`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
