import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["{shared,server,web,testing,scripts,bench}/**/*.test.{ts,tsx}"],
    globalSetup: ["testing/global-setup.ts"],
    // Tests that start servers, or race hundreds of requests, on a small machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { NODE_ENV: "test", LOG_LEVEL: "silent" },
  },
});
