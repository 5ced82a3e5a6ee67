import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    environment: "node",
    include: ["{shared,server,simulators,web,testing,scripts,bench}/**/*.test.{ts,tsx}"],
    // Tests wait for the database more than they compute; the default leaves one core of two idle.
    maxWorkers: Math.max(2, availableParallelism()),
    // Loading the server anew for each file costs more than many a file's tests. Each file has its own shop and database.
    isolate: false,
    globalSetup: ["testing/global-setup.ts"],
    // Tests that start servers, or race hundreds of requests, on a small machine.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    env: { NODE_ENV: "test", LOG_LEVEL: "silent" },
  },
});
