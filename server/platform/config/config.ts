import { z } from "zod";
import { isProxyList } from "./trusted-proxies.ts";
import type { PaymentCharge } from "#shared/payments/payment-charge.ts";

const flag = z.enum(["0", "1"], "is 0 or 1").transform((value) => value === "1");
const url = z.url({ protocol: /^https?$/, error: "is an http or https address" });
const wholeNumber = (most: number) =>
  z.coerce
    .number("is a whole number")
    .int("is a whole number")
    .min(0, "is not below 0")
    .max(most, `is at most ${most}`);

// One line each in docs/configuration.md.
const settings = z.object({
  PORT: z.coerce
    .number("is a port number")
    .int("is a port number")
    .min(0, "is a port number")
    .max(65_535, "is a port number")
    .default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: url.optional(),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: "is a postgres:// address" })
    .optional(),
  DATABASE_POOL: z.coerce
    .number("is a number of connections")
    .int()
    .min(2, "is at least 2")
    .max(200, "is at most 200")
    .default(10),
  DATA_DIR: z.string().min(1).default("./data"),
  DEMO: flag.optional(),
  AUTH_SECRET: z.string().min(32, "has at least 32 characters").optional(),
  RATE_LIMITS: z.enum(["on", "off"], "is on or off").default("on"),
  TRUSTED_PROXIES: z
    .string()
    .refine(isProxyList, "is a comma-separated list of addresses or networks, such as 10.0.0.0/8")
    .optional(),
  LOG_LEVEL: z
    .enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"], "is a pino level")
    .optional(),
  CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/, "is an ISO 4217 code such as USD")
    .default("USD"),
  BOOKING_HOLD_HOURS: z.coerce
    .number("is a number of hours")
    .positive("is above zero")
    .max(720, "is at most 720")
    .default(24),
  BOOKING_NEEDS_CONFIRMED_EMAIL: flag.optional(),
  HOLDS_PER_ADDRESS: wholeNumber(10_000).optional(),
  UNVERIFIED_SELLER_LISTINGS: wholeNumber(1_000_000).default(50),
  UNVERIFIED_SELLER_ADVERTISED: wholeNumber(1_000_000).default(5),
  SALE_SETTLED_DAYS: z.coerce
    .number("is a number of days")
    .int("is a whole number of days")
    .min(0, "is not below 0")
    .max(3_650, "is at most 3650")
    .default(30),
  PAYMENT_CHARGE: z
    .string()
    .regex(
      /^(full|deposit:(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?))$/,
      "is full or deposit:<percent>, for example deposit:10",
    )
    .refine((value) => !/^deposit:0+(\.0+)?$/.test(value), "is a deposit above 0 percent")
    .default("full")
    .transform((value): PaymentCharge =>
      value === "full"
        ? { kind: "full" }
        : { kind: "deposit", percent: Number(value.slice("deposit:".length)) },
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[rs]k_(test|live)_\w+$/, "is a secret key of Stripe's (sk_test_… or sk_live_…)")
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_(test|live)_\w+$/, "is a publishable key of Stripe's (pk_test_… or pk_live_…)")
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, "is a webhook's signing secret of Stripe's (whsec_…)")
    .optional(),
  STRIPE_API_URL: url.optional(),
  GOOGLE_CLIENT_ID: z.string().max(300).regex(/^\S+$/, "is a client id of Google's").optional(),
  GOOGLE_CLIENT_SECRET: z
    .string()
    .max(300)
    .regex(/^\S+$/, "is a client secret of Google's")
    .optional(),
  GOOGLE_ISSUER_URL: z
    .url({ protocol: /^https?$/, error: "is an https address" })
    // Codes and secrets go there: without TLS only on this machine.
    .regex(/^(https:|http:\/\/(localhost|127\.0\.0\.1)[:/])/, "is an https address")
    .optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: "is an smtp:// or smtps:// address" }).optional(),
  MAIL_FROM: z
    .string()
    .max(200)
    .regex(
      /^([^<>@\r\n]+<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      "is an address, such as shop@cars.example or Cars <shop@cars.example>",
    )
    .optional(),
  BRAND_NAME: z.string().min(1).max(40).default("Marque"),
  BRAND_PHONE: z.string().min(1).max(40).default("+1 800 555 0142"),
  BRAND_CREDIT: z.string().max(120).default("Made with Marque"),
  BRAND_CREDIT_URL: url.optional(),
  BRAND_TWITTER_URL: url.optional(),
  BRAND_YOUTUBE_URL: url.optional(),
  BRAND_FACEBOOK_URL: url.optional(),
  IMAGE_HOST_URL: url.optional(),
  IMAGE_HOST_KEY: z.string().max(200).optional(),
  REPORTS_API_URL: url.optional(),
});

/** What the operator set, read once at start. Names and defaults: docs/configuration.md. */
export type Config = Omit<
  z.output<typeof settings>,
  "LOG_LEVEL" | "BOOKING_NEEDS_CONFIRMED_EMAIL" | "HOLDS_PER_ADDRESS"
> & {
  LOG_LEVEL: string;
  BOOKING_NEEDS_CONFIRMED_EMAIL: boolean;
  HOLDS_PER_ADDRESS: number;
  demo: boolean;
  host: string;
};

/** A wrong setting: one line for each mistake, ready to print. */
export class ConfigError extends Error {}

/**
 * Reads and checks the settings. Demo mode is on exactly when no database of the operator's own is named,
 * unless DEMO says otherwise; it then listens on loopback only unless HOST is given.
 * @throws ConfigError naming every setting that is wrong
 */
export function loadConfig(env: Record<string, string | undefined>): Config {
  // An empty variable is one that is not set: shells and compose files write `NAME=`.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = settings.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
    throw new ConfigError(lines.join("\n"));
  }
  const config = parsed.data;
  const demo = config.DEMO ?? config.DATABASE_URL === undefined;
  const mistakes = [
    ...shopMistakes(config, demo),
    ...paymentMistakes(config, demo),
    ...googleMistakes(config),
  ];
  if (mistakes.length > 0) throw new ConfigError(mistakes.join("\n"));
  return {
    ...config,
    demo,
    BOOKING_NEEDS_CONFIRMED_EMAIL: config.BOOKING_NEEDS_CONFIRMED_EMAIL ?? !demo,
    // A demo runs on one machine, so all of its visitors share an address.
    HOLDS_PER_ADDRESS: config.HOLDS_PER_ADDRESS ?? (demo ? 0 : 20),
    host: config.HOST ?? (demo ? "127.0.0.1" : "0.0.0.0"),
    // Whoever tries the demo in a terminal should see its address and not a line for each request.
    LOG_LEVEL: config.LOG_LEVEL ?? (demo ? "warn" : "info"),
  };
}

function shopMistakes(config: z.output<typeof settings>, demo: boolean): string[] {
  if (!config.DATABASE_URL || demo) return [];
  const mistakes: string[] = [];
  if (!config.AUTH_SECRET)
    mistakes.push("AUTH_SECRET is required with DATABASE_URL (32 random characters or more)");
  if (!config.PUBLIC_URL)
    mistakes.push(
      "PUBLIC_URL is required with DATABASE_URL: the shop's address as browsers see it, such as https://cars.example",
    );
  return mistakes;
}

function googleMistakes(config: z.output<typeof settings>): string[] {
  const { GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER_URL: issuer } = config;
  if (id && !secret) return ["GOOGLE_CLIENT_SECRET is required with GOOGLE_CLIENT_ID"];
  if (secret && !id) return ["GOOGLE_CLIENT_ID is required with GOOGLE_CLIENT_SECRET"];
  if (issuer && !id) return ["GOOGLE_ISSUER_URL means nothing without GOOGLE_CLIENT_ID"];
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
  const mistakes = missing.map(([name]) => `${name} is required with the other keys of Stripe's`);
  const modes = [keys.STRIPE_SECRET_KEY, keys.STRIPE_PUBLISHABLE_KEY].map((key) =>
    key?.includes("_live_"),
  );
  if (missing.length === 0 && modes[0] !== modes[1])
    mistakes.push("STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY are both test keys or both live");
  if (demo && modes.includes(true))
    mistakes.push(
      "STRIPE_SECRET_KEY is a live key, but this is a demo, whose password is published: set DEMO=0; if these data were a demo's, run `npm run admin -- remove-demo` first",
    );
  return mistakes;
}
