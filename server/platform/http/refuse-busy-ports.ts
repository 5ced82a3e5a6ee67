import { once } from "node:events";
import { createServer } from "node:net";
import { ConfigError, type Config } from "#server/platform/config/config.ts";

type Ports = Pick<Config, "PORT" | "host" | "METRICS_PORT" | "METRICS_HOST">;

/**
 * Listens on the ports of the settings for a moment, before anything else starts. The other ports of the shop, of the
 * embedded database and the payment simulator, are any that are free.
 * @throws ConfigError that names the setting
 */
export async function refuseBusyPorts(config: Ports): Promise<void> {
  await tryPort(config.PORT, config.host).catch((error: unknown) => {
    throw asConfigError(error, config);
  });
  const { METRICS_PORT: port, METRICS_HOST: host } = config;
  if (port === undefined) return;
  await tryPort(port, host).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new ConfigError(`METRICS_PORT ${port} on ${host} cannot be used (${code}).`);
  });
}

async function tryPort(port: number, host: string): Promise<void> {
  const probe = createServer();
  await once(probe.listen({ port, host }), "listening");
  await new Promise((resolve) => probe.close(resolve));
}

/** An error of listening on the shop's port in the operator's words, and any other error as it is. */
export function asConfigError(error: unknown, config: Pick<Config, "PORT" | "host">): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return new ConfigError(
      `Port ${config.PORT} is in use. Stop the program that uses it, or set PORT to another port.`,
    );
  if (code === "EACCES")
    return new ConfigError(
      `Port ${config.PORT} needs more permissions. Set PORT to a port above 1023.`,
    );
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
    return new ConfigError(`HOST ${config.host} is not an address of this machine.`);
  return error;
}
