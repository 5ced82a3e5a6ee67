import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  publicDir: "web/public",
  plugins: [tailwindcss(), reactRouter()],
  environments: {
    // The whole server is one bundle with the pages in it: router context keys then exist once, and a start needs no transform.
    ssr: { build: { rollupOptions: { input: "./server/main.ts" } } },
  },
});
