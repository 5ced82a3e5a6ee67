import { shopAddress, type Config } from "./config.ts";

/** The URL to print at the start: the one that emails and passkeys have, unless the shop listens on one other address. */
export function openedAddress(config: Pick<Config, "PUBLIC_URL" | "host">, port: number): string {
  const isLocal = ["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"].includes(config.host);
  if (config.PUBLIC_URL || isLocal) return shopAddress({ ...config, PORT: port });
  return `http://${inUrl(config.host)}:${port}`;
}

/** A host name or IP address as URLs have it. */
export const inUrl = (host: string) => (host.includes(":") ? `[${host}]` : host);
