import { isIP } from "node:net";
import type { Config } from "#server/platform/config/config.ts";
import { trustedOrigins } from "#server/platform/http/trusted-origins.ts";

type Settings = Pick<Config, "PUBLIC_URL" | "PORT" | "demo">;

/**
 * The origin that passkeys are created for: the first of ours with a host name. Browsers create none for an IP address
 * (https://www.w3.org/TR/webauthn-2/#rp-id); null if the shop has only IP addresses.
 */
export function passkeyOrigin(config: Settings): string | null {
  const hasHostName = (origin: string) =>
    isIP(new URL(origin).hostname.replace(/^\[|\]$/g, "")) === 0;
  return trustedOrigins(config).find(hasHostName) ?? null;
}
