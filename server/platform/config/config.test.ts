import { describe, expect, test } from "vitest";
import { ConfigError, loadConfig } from "./config.ts";

const database = "postgres://marque@localhost/marque";

test("nothing set is a demo on loopback", () => {
  expect(loadConfig({})).toMatchObject({
    demo: true,
    host: "127.0.0.1",
    PORT: 3000,
    CURRENCY: "USD",
    RATE_LIMITS: "on",
  });
});

test("a database of the operator's own is no demo and is reachable", () => {
  const config = loadConfig({ DATABASE_URL: database, AUTH_SECRET: "s".repeat(32) });
  expect(config).toMatchObject({ demo: false, host: "0.0.0.0" });
});

test("DEMO decides where it is given, and HOST too", () => {
  expect(loadConfig({ DATABASE_URL: database, DEMO: "1" })).toMatchObject({
    demo: true,
    host: "127.0.0.1",
  });
  expect(loadConfig({ DEMO: "0", HOST: "::" })).toMatchObject({ demo: false, host: "::" });
});

test("an empty variable is one that is not set", () => {
  expect(loadConfig({ PORT: "", DATABASE_URL: "" })).toMatchObject({ PORT: 3000, demo: true });
});

describe("a wrong setting stops the start", () => {
  test("with a line for each mistake", () => {
    const mistakes = () =>
      loadConfig({
        PORT: "http",
        RATE_LIMITS: "maybe",
        PUBLIC_URL: "cars.example",
        CURRENCY: "dollars",
      });
    expect(mistakes).toThrow(ConfigError);
    expect(mistakes).toThrow(
      /^PORT is a port number\nPUBLIC_URL .*\nRATE_LIMITS is on or off\nCURRENCY .*$/,
    );
  });

  test("and mails have a sender that is an address", () => {
    for (const sender of ["shop@cars.example", "Fine Cars <shop@cars.example>"])
      expect(loadConfig({ MAIL_FROM: sender }).MAIL_FROM).toBe(sender);
    for (const sender of ["Fine Cars", "<>", "a@b.example\r\nBcc: spy@b.example"])
      expect(() => loadConfig({ MAIL_FROM: sender })).toThrow("MAIL_FROM is an address");
  });

  test("as does a database without a secret", () => {
    expect(() => loadConfig({ DATABASE_URL: database })).toThrow("AUTH_SECRET is required");
  });
});
