import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { parseEnv } from "node:util";

/**
 * Ends this process with one line if the shop's port is in use, before anything is installed or built. The program
 * itself looks again (server/platform/http/refuse-busy-ports.ts), and reports every other fault of these settings.
 */
export async function requireFreePort() {
  const { PORT, HOST } = readSettings();
  const port = Number(PORT || 3000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return;
  const probe = createServer();
  try {
    await once(probe.listen({ port, host: HOST || "127.0.0.1" }), "listening");
  } catch (error) {
    if (error.code !== "EADDRINUSE") return;
    console.error(
      `Port ${port} is in use. Stop the program that uses it, or set PORT to another port.`,
    );
    process.exit(1);
  }
  await new Promise((resolve) => probe.close(resolve));
}

/** The settings as the program reads them: what is set wins over the env file. */
function readSettings() {
  try {
    return { ...parseEnv(readFileSync(process.env.ENV_FILE || ".env", "utf8")), ...process.env };
  } catch {
    return process.env;
  }
}
