import { z } from "zod";

const flag = z.enum(["0", "1"], "is 0 or 1").transform((value) => value === "1");
const url = z.url({ protocol: /^https?$/, error: "is an http or https address" });

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
  TRUSTED_PROXIES: z.string().optional(),
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
export type Config = Omit<z.output<typeof settings>, "LOG_LEVEL"> & {
  LOG_LEVEL: string;
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
  if (config.DATABASE_URL && !config.AUTH_SECRET && !demo)
    throw new ConfigError(
      "AUTH_SECRET is required with DATABASE_URL (32 random characters or more)",
    );
  return {
    ...config,
    demo,
    host: config.HOST ?? (demo ? "127.0.0.1" : "0.0.0.0"),
    // Whoever tries the demo in a terminal should see its address and not a line for each request.
    LOG_LEVEL: config.LOG_LEVEL ?? (demo ? "warn" : "info"),
  };
}
