import type { Config } from "./config.ts";

/** The shop's URL for emails, without a trailing slash. */
export function shopAddress(config: Pick<Config, "PUBLIC_URL" | "PORT">): string {
  return (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, "");
}
