import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";

export default defineConfig({
  publicDir: "web/public",
  plugins: [tailwindcss(), reactRouter(), raiseFailedChunks()],
  environments: {
    // The whole server is one bundle with the pages in it: router context keys then exist once, and a start needs no transform.
    ssr: { build: { rollupOptions: { input: "./server/main.ts" } } },
  },
});

/**
 * What React Router's client does when a route's script cannot be loaded, and what it does here. It reloads the page,
 * which shows the browser's own page to a visitor who is offline, or waits forever. Here the failure is thrown where the
 * error page catches it (docs/decisions/0024-failed-page-script-shows-error-page.md).
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
      const words = code.replace(", reloading page...", "");
      return { code: chunkFailures.reduce((text, { from, to }) => text.replace(from, to), words) };
    },
    buildEnd(error) {
      if (!error && !isDone)
        this.error(
          "React Router has changed what decision 0024 replaces. Read it before you go on.",
        );
    },
  };
}
