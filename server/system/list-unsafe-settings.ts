import type { SystemWarning } from "#shared/system/system-contract.ts";
import type { Config } from "#server/platform/config/config.ts";
import { listUnsafeDataSettings, type DataFacts } from "./list-unsafe-data-settings.ts";
import { isThisMachine } from "./outbound-services.ts";

/** Settings that put money, data or users at risk, the most dangerous first. Each says what to do. */
export function listUnsafeSettings(config: Config, facts: DataFacts): SystemWarning[] {
  const problems = [
    ...publicSettings(config),
    ...moneySettings(config),
    ...listUnsafeDataSettings(config, facts),
    ...emailSettings(config),
    ...metricsSettings(config),
  ];
  return problems.toSorted((one, other) => Number(isWarning(one)) - Number(isWarning(other)));
}

function isWarning({ level }: SystemWarning): boolean {
  return level === "warning";
}

function publicSettings(config: Config): SystemWarning[] {
  const url = config.PUBLIC_URL === undefined ? null : new URL(config.PUBLIC_URL);
  const isPublic = url !== null && !isThisMachine(url.hostname);
  const warnings: SystemWarning[] = [];
  if (config.RATE_LIMITS === "off")
    warnings.push({
      setting: "RATE_LIMITS=off",
      level: "danger",
      problem: "Passwords and codes can be guessed without limit.",
      fix: "Remove the setting. It is for load tests only.",
    });
  if (config.LOAD_SHEDDING === "off")
    warnings.push({
      setting: "LOAD_SHEDDING=off",
      level: "danger",
      problem: "With too many visitors, bookings and payments become as slow as everything else.",
      fix: "Remove the setting. It is for load tests only.",
    });
  if (config.demo && (isPublic || !isThisMachine(config.host)))
    warnings.push({
      setting: "DEMO",
      level: "danger",
      problem: "The demo can be reached from other machines, and its admin's password is public.",
      fix: "Set DEMO=0 and run npm run admin -- remove-demo, or set HOST=127.0.0.1.",
    });
  if (isPublic && url.protocol === "http:")
    warnings.push({
      setting: "PUBLIC_URL",
      level: "danger",
      problem: "Passwords and sessions travel without encryption.",
      fix: "Put a proxy with TLS in front and set PUBLIC_URL to its https address.",
    });
  if (isPublic && url.protocol === "https:" && !config.TRUSTED_PROXIES)
    warnings.push({
      setting: "TRUSTED_PROXIES",
      level: "danger",
      problem: "All visitors seem to have the proxy's IP address, so they share one rate limit.",
      fix: "Set TRUSTED_PROXIES to the addresses of your proxies.",
    });
  if (/(^|,)\s*(0\.0\.0\.0|::)\/0\s*(,|$)/.test(config.TRUSTED_PROXIES ?? ""))
    warnings.push({
      setting: "TRUSTED_PROXIES",
      level: "danger",
      problem: "Every caller may claim any IP address, which defeats the rate limits.",
      fix: "List only the addresses of your proxies.",
    });
  return warnings;
}

function moneySettings(config: Config): SystemWarning[] {
  if (config.demo) return [];
  if (!config.STRIPE_SECRET_KEY)
    return [
      {
        setting: "STRIPE_SECRET_KEY",
        level: "danger",
        problem: "Payments are simulated: buyers get cars without paying.",
        fix: "Set the three STRIPE_ keys.",
      },
    ];
  if (config.STRIPE_SECRET_KEY.includes("_test_"))
    return [
      {
        setting: "STRIPE_SECRET_KEY",
        level: "warning",
        problem: "Stripe is in test mode: test cards are accepted and no money is taken.",
        fix: "Set the live keys before you open the shop.",
      },
    ];
  return [];
}

function emailSettings(config: Config): SystemWarning[] {
  if (config.demo || config.SMTP_URL) return [];
  return [
    {
      setting: "SMTP_URL",
      level: "warning",
      problem:
        "No emails are sent. Users cannot reset a password, and buyers cannot confirm their address.",
      fix: "Set SMTP_URL to your mail server.",
    },
  ];
}

function metricsSettings(config: Config): SystemWarning[] {
  const isOpen = config.METRICS_PORT !== undefined && !config.METRICS_TOKEN;
  if (!isOpen || isThisMachine(config.METRICS_HOST)) return [];
  return [
    {
      setting: "METRICS_HOST",
      level: "warning",
      problem: "Anyone who reaches the port can read how many bookings and payments there are.",
      fix: "Set METRICS_TOKEN, or close the port to everyone but Prometheus.",
    },
  ];
}
