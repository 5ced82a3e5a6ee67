import { describe, expect, test } from "vitest";
import { ConfigError, loadConfig, shopAddress } from "./config.ts";

const database = "postgres://marque@localhost/marque";
const ownShop = {
  DATABASE_URL: database,
  AUTH_SECRET: "s".repeat(32),
  PUBLIC_URL: "https://cars.example",
};

test("without settings, the shop is a demo on loopback", () => {
  expect(loadConfig({})).toMatchObject({
    demo: true,
    host: "127.0.0.1",
    PORT: 3000,
    CURRENCY: "USD",
    RATE_LIMITS: "on",
  });
});

// ASVS 6.3.2
test("with DATABASE_URL, the shop is not a demo and listens on all interfaces", () => {
  const config = loadConfig(ownShop);
  expect(config).toMatchObject({ demo: false, host: "0.0.0.0" });
});

test("DEMO and HOST override these defaults", () => {
  expect(loadConfig({ DATABASE_URL: database, DEMO: "1" })).toMatchObject({
    demo: true,
    host: "127.0.0.1",
  });
  expect(loadConfig({ DEMO: "0", HOST: "::" })).toMatchObject({ demo: false, host: "::" });
});

test("booking needs a confirmed email and is limited by IP address, except in a demo", () => {
  const own = {
    DATABASE_URL: database,
    AUTH_SECRET: "s".repeat(32),
    PUBLIC_URL: "https://cars.example",
  };
  expect(loadConfig(own)).toMatchObject({
    BOOKING_NEEDS_CONFIRMED_EMAIL: true,
    HOLDS_PER_ADDRESS: 20,
  });
  expect(loadConfig({})).toMatchObject({
    BOOKING_NEEDS_CONFIRMED_EMAIL: false,
    HOLDS_PER_ADDRESS: 0,
  });
  const turned = { BOOKING_NEEDS_CONFIRMED_EMAIL: "0", HOLDS_PER_ADDRESS: "7" };
  expect(loadConfig({ ...own, ...turned })).toMatchObject({
    BOOKING_NEEDS_CONFIRMED_EMAIL: false,
    HOLDS_PER_ADDRESS: 7,
  });
  expect(loadConfig({ BOOKING_NEEDS_CONFIRMED_EMAIL: "1" }).BOOKING_NEEDS_CONFIRMED_EMAIL).toBe(
    true,
  );
  for (const value of ["-1", "many", "1.5"])
    expect(() => loadConfig({ HOLDS_PER_ADDRESS: value })).toThrow(/^HOLDS_PER_ADDRESS must /);
});

test.each(["REPORTS_API_URL", "OTEL_EXPORTER_OTLP_ENDPOINT"] as const)(
  "the base of another server's calls has no slash at its end: %s",
  (name) => {
    for (const written of ["https://reports.example/api", "https://reports.example/api/"])
      expect(loadConfig({ [name]: written })[name]).toBe("https://reports.example/api");
  },
);

test("an empty variable counts as not set", () => {
  expect(loadConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ PORT: 3000, demo: true });
});

describe("invalid settings stop the start", () => {
  test("with one line for each mistake", () => {
    const mistakes = () =>
      loadConfig({
        PORT: "http",
        RATE_LIMITS: "maybe",
        PUBLIC_URL: "cars.example",
        CURRENCY: "dollars",
      });
    expect(mistakes).toThrow(ConfigError);
    expect(mistakes).toThrow(
      /^PORT must be a port number\nPUBLIC_URL .*\nRATE_LIMITS must be on or off\nCURRENCY .*$/,
    );
  });

  test("if the public URL has more than a host", () => {
    const address = (written: string) => {
      const { PORT, PUBLIC_URL } = loadConfig({ ...ownShop, PUBLIC_URL: written });
      return shopAddress({ PORT, PUBLIC_URL });
    };
    for (const written of [
      "https://cars.example",
      "https://cars.example/",
      "HTTPS://Cars.Example:443/",
    ])
      expect(address(written)).toBe("https://cars.example");
    expect(address("http://cars.example:8080/")).toBe("http://cars.example:8080");
    for (const part of ["/shop", "//", "?from=mail", "#top"])
      expect(() => address(`https://cars.example${part}`)).toThrow(
        /^PUBLIC_URL must end with the host or its port, such as https:\/\/cars.example$/,
      );
    expect(() => address("https://name:word@cars.example")).toThrow("PUBLIC_URL must end with");
  });

  test("if the sender of emails is not an email address", () => {
    for (const sender of ["shop@cars.example", "Fine Cars <shop@cars.example>"])
      expect(loadConfig({ MAIL_FROM: sender }).MAIL_FROM).toBe(sender);
    for (const sender of ["Fine Cars", "<>", "a@b.example\r\nBcc: spy@b.example"])
      expect(() => loadConfig({ MAIL_FROM: sender })).toThrow("MAIL_FROM must be an email address");
  });

  test("if trusted proxies are not addresses or networks", () => {
    for (const proxies of ["10.0.0.0/8", "192.0.2.1, ::1", "loopback", "fd00::/8"])
      expect(loadConfig({ TRUSTED_PROXIES: proxies }).TRUSTED_PROXIES).toBe(proxies);
    for (const proxies of ["proxy.example", "10.0.0.0/33", "10.0.0.0/", "10.0.0.1,,10.0.0.2"])
      expect(() => loadConfig({ TRUSTED_PROXIES: proxies })).toThrow(
        /^TRUSTED_PROXIES must be .*$/,
      );
  });

  test("if a database has no secret", () => {
    expect(() => loadConfig({ ...ownShop, AUTH_SECRET: "" })).toThrow(
      /^AUTH_SECRET is required.*$/,
    );
  });

  test("if a database has no public URL, with one line", () => {
    const load = () => loadConfig({ ...ownShop, PUBLIC_URL: "" });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/^PUBLIC_URL is required with DATABASE_URL: .*$/);
    expect(loadConfig({ DATABASE_URL: database, DEMO: "1" }).PUBLIC_URL).toBeUndefined();
  });
});

describe("Google", () => {
  const id = { GOOGLE_CLIENT_ID: "123-abc.apps.googleusercontent.com" };
  const both = { ...id, GOOGLE_CLIENT_SECRET: "GOCSPX-secret" };

  test("is used if both the client id and its secret are set", () => {
    expect(loadConfig(both)).toMatchObject(both);
    expect(loadConfig({ GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "" })).not.toHaveProperty(
      "GOOGLE_CLIENT_ID",
    );
  });

  test.each([
    ["a client without its secret", id, "GOOGLE_CLIENT_SECRET is required with GOOGLE_CLIENT_ID"],
    [
      "a secret without its client",
      { GOOGLE_CLIENT_SECRET: "GOCSPX-secret" },
      "GOOGLE_CLIENT_ID is required with GOOGLE_CLIENT_SECRET",
    ],
    [
      "an invalid client id",
      { ...both, GOOGLE_CLIENT_ID: "two words" },
      "GOOGLE_CLIENT_ID must be a",
    ],
    [
      "an invalid secret",
      { ...both, GOOGLE_CLIENT_SECRET: "a b" },
      "GOOGLE_CLIENT_SECRET must be a",
    ],
    [
      "another provider without a client",
      { GOOGLE_ISSUER_URL: "https://id.example" },
      "GOOGLE_ISSUER_URL has no effect without GOOGLE_CLIENT_ID",
    ],
    [
      "a provider without TLS",
      { ...both, GOOGLE_ISSUER_URL: "http://id.example" },
      "GOOGLE_ISSUER_URL must be an https URL",
    ],
    [
      "a provider whose name only starts like this machine's",
      { ...both, GOOGLE_ISSUER_URL: "http://localhost.evil.example" },
      "GOOGLE_ISSUER_URL must be an https URL",
    ],
  ])("%s stops the start", (_what, settings, message) => {
    expect(() => loadConfig(settings)).toThrow(ConfigError);
    expect(() => loadConfig(settings)).toThrow(message);
  });

  test.each(["https://id.example", "http://localhost:4000", "http://127.0.0.1:4000/openid"])(
    "can be replaced by %s",
    (address) => {
      const config = loadConfig({ ...both, GOOGLE_ISSUER_URL: address });
      expect(config.GOOGLE_ISSUER_URL).toBe(address);
    },
  );
});

describe("payment charge", () => {
  test.each([
    [undefined, { kind: "full" }],
    ["full", { kind: "full" }],
    ["deposit:10", { kind: "deposit", percent: 10 }],
    ["deposit:12.5", { kind: "deposit", percent: 12.5 }],
    ["deposit:0.01", { kind: "deposit", percent: 0.01 }],
    ["deposit:100", { kind: "deposit", percent: 100 }],
  ])("PAYMENT_CHARGE=%s", (given, charge) => {
    expect(loadConfig({ PAYMENT_CHARGE: given }).PAYMENT_CHARGE).toEqual(charge);
  });

  test.each([
    "half",
    "deposit",
    "deposit:",
    "deposit:0",
    "deposit:0.00",
    "deposit:100.01",
    "deposit:101",
    "deposit:-5",
    "deposit:1.234",
    "deposit:1e1",
    "deposit:10%",
    "DEPOSIT:10",
  ])("PAYMENT_CHARGE=%s stops the start", (given) => {
    expect(() => loadConfig({ PAYMENT_CHARGE: given })).toThrow(
      /^PAYMENT_CHARGE must be .*deposit/,
    );
  });
});

describe("the card provider's keys", () => {
  const testKeys = {
    STRIPE_SECRET_KEY: "sk_test_abc",
    STRIPE_PUBLISHABLE_KEY: "pk_test_abc",
    STRIPE_WEBHOOK_SECRET: "whsec_abc",
  };
  const live = { STRIPE_SECRET_KEY: "sk_live_abc", STRIPE_PUBLISHABLE_KEY: "pk_live_abc" };

  test("accepts all of them in test or live mode, and restricted keys", () => {
    expect(loadConfig(testKeys)).toMatchObject(testKeys);
    expect(loadConfig({ ...ownShop, ...testKeys, ...live })).toMatchObject(live);
    expect(loadConfig({ ...testKeys, STRIPE_SECRET_KEY: "rk_test_abc" })).toMatchObject({
      STRIPE_SECRET_KEY: "rk_test_abc",
    });
  });

  test.each(Object.keys(testKeys))("reports %s if it is missing", (name) => {
    expect(() => loadConfig({ ...testKeys, [name]: "" })).toThrow(
      `${name} is required with the other Stripe keys`,
    );
  });

  test.each([
    ["STRIPE_SECRET_KEY", "pk_test_abc"],
    ["STRIPE_SECRET_KEY", "sk_test_a b"],
    ["STRIPE_PUBLISHABLE_KEY", "sk_test_abc"],
    ["STRIPE_WEBHOOK_SECRET", "hunter2"],
    ["STRIPE_API_URL", "ftp://example.com"],
    ["SMTP_URL", "http://mail.example"],
  ])("%s=%s stops the start with one line that does not repeat the value", (name, value) => {
    const load = () => loadConfig({ ...testKeys, [name]: value });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(new RegExp(`^${name} must be [^\n]*$`));
    expect(load).not.toThrow(value);
  });

  test("a test key together with a live one stops the start", () => {
    expect(() => loadConfig({ ...testKeys, STRIPE_SECRET_KEY: "sk_live_abc" })).toThrow(
      "both be test keys or both live keys",
    );
  });

  // ASVS 6.3.2
  test("a live key in a demo stops the start", () => {
    const load = () => loadConfig({ ...testKeys, ...live });
    expect(load).toThrow("STRIPE_SECRET_KEY is a live key");
    expect(load).toThrow("npm run admin -- remove-demo");
  });
});
