import { z } from "zod";
import { backupSettings } from "./backup-settings.ts";
import { feedSettings } from "./feed-settings.ts";
import { portNumber, seconds, wholeNumber } from "./setting-numbers.ts";
import { readImageStoreUrl } from "./image-store-url.ts";
import { isProxyList } from "./trusted-proxies.ts";
import { baseUrl, shopUrl, url } from "./urls.ts";
import { chooseMakes } from "#shared/makes/choose-makes.ts";
import type { PaymentCharge } from "#shared/payments/payment-charge.ts";

const flag = z.enum(["0", "1"], "must be 0 or 1").transform((value) => value === "1");
const postgresUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: "must be a postgres:// URL, with special characters of the password as %23 and so on",
});

// Each one is documented in docs/configuration.md.
const settings = z.object({
  PORT: portNumber.default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: shopUrl.optional(),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .transform((list) => list.split(",").map((one) => one.trim()))
    .pipe(
      z.array(
        z.url({ protocol: /^postgres(ql)?$/, error: "must be comma-separated postgres:// URLs" }),
      ),
    )
    .optional(),
  DATABASE_POOL: z.coerce
    .number("must be a number of connections")
    .int()
    .min(2, "must be at least 2")
    .max(200, "must be at most 200")
    .default(10),
  DATABASE_WAIT: seconds(5),
  DATABASE_STATEMENT_TIMEOUT: seconds(15),
  DRAIN_SECONDS: z.coerce
    .number("must be a number of seconds")
    .min(0, "must not be below 0")
    .max(300, "must be at most 300")
    .optional(),
  DATA_DIR: z.string().min(1).default("./data"),
  UPLOAD_DISK_RESERVE_MB: wholeNumber(10_000_000).default(1_024),
  IMAGE_STORE_URL: z
    .string()
    .superRefine((value, context) => {
      const read = readImageStoreUrl(value);
      if ("mistake" in read) context.addIssue({ code: "custom", message: read.mistake });
    })
    .optional(),
  MAKES: z
    .string()
    .superRefine((value, context) => {
      const chosen = chooseMakes(value);
      if ("mistake" in chosen) context.addIssue({ code: "custom", message: chosen.mistake });
    })
    .optional(),
  DEMO: flag.optional(),
  AUTH_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  RATE_LIMITS: z.enum(["on", "off"], "must be on or off").default("on"),
  LOAD_SHEDDING: z.enum(["on", "off"], "must be on or off").default("on"),
  TRUSTED_PROXIES: z
    .string()
    .refine(
      isProxyList,
      "must be a comma-separated list of addresses or networks, such as 10.0.0.0/8",
    )
    .optional(),
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().default("127.0.0.1"),
  METRICS_TOKEN: z
    .string()
    .min(16, "must have at least 16 characters")
    .max(500, "must have at most 500 characters")
    .regex(/^[\w.~+/=-]+$/, "must consist of the characters of a bearer token")
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: baseUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url.optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  LOG_LEVEL: z
    .enum(
      ["fatal", "error", "warn", "info", "debug", "trace", "silent"],
      "must be a pino log level",
    )
    .optional(),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "must be an ISO 4217 code such as USD")
    .default("USD"),
  BOOKING_HOLD_HOURS: z.coerce
    .number("must be a number of hours")
    .positive("must be above zero")
    .max(720, "must be at most 720")
    .default(24),
  BOOKING_NEEDS_CONFIRMED_EMAIL: flag.optional(),
  HOLDS_PER_ADDRESS: wholeNumber(10_000).optional(),
  UNVERIFIED_SELLER_LISTINGS: wholeNumber(1_000_000).default(50),
  UNVERIFIED_SELLER_ADVERTISED: wholeNumber(1_000_000).default(5),
  LISTING_LIFETIME_DAYS: wholeNumber(365)
    .refine((days) => days === 0 || days >= 4, "must be 0 or at least 4")
    .optional(),
  SALE_SETTLED_DAYS: z.coerce
    .number("must be a number of days")
    .int("must be a whole number of days")
    .min(0, "must not be below 0")
    .max(3_650, "must be at most 3650")
    .default(30),
  PAYMENT_CHARGE: z
    .string()
    .regex(
      /^(full|deposit:(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?))$/,
      "must be full or deposit:<percent>, for example deposit:10",
    )
    .refine((value) => !/^deposit:0+(\.0+)?$/.test(value), "must be a deposit above 0 percent")
    .default("full")
    .transform((value): PaymentCharge =>
      value === "full"
        ? { kind: "full" }
        : { kind: "deposit", percent: Number(value.slice("deposit:".length)) },
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\w+$/, "must be a Stripe secret key (sk_test_… or sk_live_…)")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, "must be a Stripe publishable key (pk_test_… or pk_live_…)")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "must be a Stripe webhook signing secret (whsec_…)")
    .optional(),
  STRIPE_API_URL: url.optional(),
  GOOGLE_CLIENT_ID: z.string().max(300).regex(/^\S+$/, "must be a Google client id").optional(),
  GOOGLE_CLIENT_SECRET: z
    .string()
    .max(300)
    .regex(/^\S+$/, "must be a Google client secret")
    .optional(),
  GOOGLE_ISSUER_URL: z
    .url({ protocol: /^https?$/, error: "must be an https URL" })
    // It receives codes and secrets, so plain HTTP is allowed on this machine only.
    .regex(/^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/, "must be an https URL")
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "must be an smtp:// or smtps:// URL" }).optional(),
  MAIL_FROM: z
    .string()
    .max(200)
    .regex(
      /^([^<>@\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "must be an email address, such as shop@cars.example or Cars <shop@cars.example>",
    )
    .optional(),
  HISTORY_HEAD_EMAIL: z.email("must be an email address").max(254).optional(),
  BRAND_NAME: z.string().min(1).max(40).default("Marque"),
  BRAND_PHONE: z.string().min(1).max(40).default("+1 800 555 0142"),
  BRAND_CREDIT: z.string().max(120).default("Made with Marque"),
  BRAND_CREDIT_URL: url.optional(),
  BRAND_TWITTER_URL: url.optional(),
  BRAND_YOUTUBE_URL: url.optional(),
  BRAND_FACEBOOK_URL: url.optional(),
  IMAGE_HOST_URL: url.optional(),
  IMAGE_HOST_KEY: z.string().max(200).optional(),
  REPORTS_API_URL: baseUrl.optional(),
  ...backupSettings,
  ...feedSettings,
});

/** The names of all settings that are read here. */
export const settingNames = Object.keys(settings.shape);

/** The settings, read once at start. Names and defaults: docs/configuration.md. */
export type Config = Omit<
  z.output<typeof settings>,
  | "LOG_LEVEL"
  | "BOOKING_NEEDS_CONFIRMED_EMAIL"
  | "HOLDS_PER_ADDRESS"
  | "DRAIN_SECONDS"
  | "LISTING_LIFETIME_DAYS"
> & {
  DRAIN_SECONDS: number;
  LOG_LEVEL: string;
  BOOKING_NEEDS_CONFIRMED_EMAIL: boolean;
  HOLDS_PER_ADDRESS: number;
  LISTING_LIFETIME_DAYS: number;
  /** The shop confirms all cars by itself, as the demo does: its made-up stock has no one to confirm it. */
  renewsListings: boolean;
  demo: boolean;
  host: string;
};

/** Invalid settings: one line for each mistake, ready to print. */
export class ConfigError extends Error {}

/**
 * Reads and checks the settings. Without DEMO, demo mode is on if DATABASE_URL is not set. A demo listens on loopback
 * only, unless HOST is set.
 * @throws ConfigError naming every invalid setting
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  // Shells and compose files write `NAME=` for a variable that is not set.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new ConfigError(lines.join("\n"));
  }
  const config = parsed.data;
  const demo = config.DEMO ?? config.DATABASE_URL === undefined;
  const mistakes = [
    ...databaseMistakes(config),
    ...shopMistakes(config, demo),
    ...paymentMistakes(config, demo),
    ...googleMistakes(config),
  ];
  if (mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));
  return {
    ...config,
    demo,
    BOOKING_NEEDS_CONFIRMED_EMAIL: config.BOOKING_NEEDS_CONFIRMED_EMAIL ?? !demo,
    // With the embedded database there is no other process that a load balancer could choose.
    DRAIN_SECONDS: config.DRAIN_SECONDS ?? (config.DATABASE_URL ? 1 : 0),
    // All visitors of a demo share one IP address, because it runs on one machine.
    HOLDS_PER_ADDRESS: config.HOLDS_PER_ADDRESS ?? (demo ? 0 : 20),
    LISTING_LIFETIME_DAYS: config.LISTING_LIFETIME_DAYS ?? 14,
    renewsListings: demo && config.LISTING_LIFETIME_DAYS === undefined,
    host: config.HOST ?? (demo ? "127.0.0.1" : "0.0.0.0"),
    // In a terminal, the demo's address should not disappear among a line for each request.
    LOG_LEVEL: config.LOG_LEVEL ?? (demo ? "warn" : "info"),
  };
}

function databaseMistakes(config: z.output<typeof settings>): string[] {
  if (config.DATABASE_URL) return [];
  return (["DATABASE_DIRECT_URL", "DATABASE_REPLICA_URL"] as const)
    .filter((name) => config[name])
    .map((name) => `${name} has no effect without DATABASE_URL`);
}

function shopMistakes(config: z.output<typeof settings>, demo: boolean): string[] {
  if (!config.DATABASE_URL || demo) return [];
  const mistakes: string[] = [];
  if (!config.AUTH_SECRET)
    mistakes.push("AUTH_SECRET is required with DATABASE_URL (32 random characters or more)");
  if (!config.PUBLIC_URL)
    mistakes.push(
      "PUBLIC_URL is required with DATABASE_URL: the shop's URL as browsers see it, such as https://cars.example",
    );
  return mistakes;
}

function googleMistakes(config: z.output<typeof settings>): string[] {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER_URL: issuer } = config;
  if (id && !secret) return ["GOOGLE_CLIENT_SECRET is required with GOOGLE_CLIENT_ID"];
  if (secret && !id) return ["GOOGLE_CLIENT_ID is required with GOOGLE_CLIENT_SECRET"];
  if (issuer && !id) return ["GOOGLE_ISSUER_URL has no effect without GOOGLE_CLIENT_ID"];
  return [];
}

function paymentMistakes(config: z.output<typeof settings>, demo: boolean): string[] {
  const keys = {
    STRIPE_SECRET_KEY: config.STRIPE_SECRET_KEY,
    STRIPE_PUBLISHABLE_KEY: config.STRIPE_PUBLISHABLE_KEY,
    STRIPE_WEBHOOK_SECRET: config.STRIPE_WEBHOOK_SECRET,
  };
  const missing = Object.entries(keys).filter(([, value]) => value === undefined);
  const given = Object.keys(keys).length - missing.length;
  if (given === 0) return [];
  const mistakes = missing.map(([name]) => `${name} is required with the other Stripe keys`);
  const modes = [keys.STRIPE_SECRET_KEY, keys.STRIPE_PUBLISHABLE_KEY].map((key) =>
    key?.includes("_live_"),
  );
  if (missing.length === 0 && modes[0] !== modes[1])
    mistakes.push(
      "STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY must both be test keys or both live keys",
    );
  if (demo && modes.includes(true))
    mistakes.push(
      "STRIPE_SECRET_KEY is a live key, but the password of the demo is public: set DEMO=0. If the demo used this database, run `npm run admin -- remove-demo` first",
    );
  return mistakes;
}

/** The shop's URL as browsers see it, without a slash at its end. */
export function shopAddress(config: Pick<Config, "PUBLIC_URL" | "PORT">): string {
  return config.PUBLIC_URL ?? `http://localhost:${config.PORT}`;
}
