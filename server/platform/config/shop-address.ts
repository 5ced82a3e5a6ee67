import type { Config } from "./config.ts";

/** The shop's own address as mails name it, without a slash at its end. */
export function shopAddress(config: Pick<Config, "PUBLIC_URL" | "PORT">): string {
  return (config.PUBLIC_URL ?? `http://localhost:${config.PORT}`).replace(/\/+$/, "");
}
