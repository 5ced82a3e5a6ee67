import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

export default defineConfig({
  publicDir: "web/public",
  plugins: [tailwindcss(), reactRouter(), raiseFailedChunks()],
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              // What most pages use is one file. Alone, these modules would be 30 files and larger together.
              groups: [{ name: "shared", minShareCount: 16 }],
            },
          },
        },
      },
    },
    // The server and the pages are one bundle, so router context keys exist once and the start needs no transform.
    ssr: { build: { rollupOptions: { input: "./server/main.ts" } } },
  },
});

/**
 * If a route's script cannot be loaded, React Router's client reloads the page, which shows the browser's offline page, or
 * waits forever. These replacements throw the error instead, so that the error page shows it
 * (docs/decisions/0024-failed-page-script-shows-error-page.md).
 */
const chunkFailures = [
  {
    from: /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\s*\}\);/,
    to: "return { default() { throw error; } };",
  },
  {
    from: /await (import\([^()]*route\.clientLoaderModule\s*\))/,
    to: "await $1.catch((error) => ({ clientLoader() { throw error; } }))",
  },
];

function raiseFailedChunks(): Plugin {
  let isDone = false;
  return {
    name: "raise-failed-chunks",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    transform(code, id) {
      if (!id.includes("/react-router/dist/")) return null;
      if (!chunkFailures.every(({ from }) => from.test(code))) return null;
      isDone = true;
      const silenced = code.replace(", reloading page...", "");
      return {
        code: chunkFailures.reduce((text, { from, to }) => text.replace(from, to), silenced),
      };
    },
    buildEnd(error) {
      if (!error && !isDone)
        this.error(
          "React Router has changed the code that decision 0024 replaces. Read the decision before you continue.",
        );
    },
  };
}
