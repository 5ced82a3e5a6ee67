import type { WatchedService } from "#shared/system/system-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import { readImageStoreUrl } from "#server/platform/config/image-store-url.ts";

/** A service that the shop calls with TLS. `protocol` is how TLS starts there. */
export type OutboundService = {
  service: WatchedService;
  host: string;
  port: number;
  protocol: "tls" | "smtp" | "postgres";
};

type ServiceConfig = Pick<
  Config,
  | "STRIPE_SECRET_KEY"
  | "STRIPE_API_URL"
  | "GOOGLE_CLIENT_ID"
  | "GOOGLE_ISSUER_URL"
  | "SMTP_URL"
  | "DATABASE_URL"
  | "IMAGE_STORE_URL"
  | "BACKUP_URL"
>;

/** The services that the settings name, except those on this machine. */
export function outboundServices(config: ServiceConfig): OutboundService[] {
  const services: (OutboundService | null)[] = [
    config.STRIPE_SECRET_KEY
      ? overHttps("payments", config.STRIPE_API_URL ?? "https://api.stripe.com")
      : null,
    config.GOOGLE_CLIENT_ID
      ? overHttps("sign_in", config.GOOGLE_ISSUER_URL ?? "https://accounts.google.com")
      : null,
    config.SMTP_URL ? mailServer(config.SMTP_URL) : null,
    config.IMAGE_STORE_URL ? objectStore("images", config.IMAGE_STORE_URL) : null,
    config.BACKUP_URL ? objectStore("backups", config.BACKUP_URL) : null,
    config.DATABASE_URL ? databaseServer(config.DATABASE_URL) : null,
  ];
  return services.filter((service) => service !== null);
}

function overHttps(service: WatchedService, address: string): OutboundService | null {
  const url = new URL(address);
  if (url.protocol !== "https:") return null;
  return { service, host: hostOf(url), port: Number(url.port || 443), protocol: "tls" };
}

function mailServer(address: string): OutboundService | null {
  const url = new URL(address);
  const host = hostOf(url);
  if (isThisMachine(host)) return null;
  return url.protocol === "smtps:"
    ? { service: "email", host, port: Number(url.port || 465), protocol: "tls" }
    : { service: "email", host, port: Number(url.port || 587), protocol: "smtp" };
}

/** The endpoint of an S3-compatible store, or Amazon's. Null for a folder. */
function objectStore(service: WatchedService, address: string): OutboundService | null {
  const store = readImageStoreUrl(address);
  if ("mistake" in store) return null;
  const region =
    store.region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION ?? "us-east-1";
  return overHttps(service, store.endpoint ?? `https://s3.${region}.amazonaws.com`);
}

function databaseServer(address: string): OutboundService | null {
  const url = new URL(address);
  const host = hostOf(url);
  if (isThisMachine(host)) return null;
  return { service: "database", host, port: Number(url.port || 5432), protocol: "postgres" };
}

function hostOf({ hostname }: URL): string {
  return decodeURIComponent(hostname).replace(/^\[|\]$/g, "");
}

/** Whether a host is this machine: a loopback name or address, or a folder of Unix sockets. */
export function isThisMachine(host: string): boolean {
  return host === "" || host.startsWith("/") || /^(localhost|127(\.\d+){3}|::1)$/.test(host);
}
