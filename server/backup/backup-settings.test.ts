import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { settingNames } from "#server/platform/config/config.ts";
import { listSettings, settingLine } from "./backup-settings.ts";

const everything = Object.fromEntries(settingNames.map((name) => [name, `value of ${name}`]));

test("a backup has every setting that the program reads, except those that are left out by name", () => {
  const names = Object.keys(listSettings(everything, true));
  expect(settingNames.length).toBeGreaterThan(50);
  expect([...names, "BACKUP_PASSPHRASE"].toSorted()).toEqual(settingNames.toSorted());
});

test("a backup also has the standard settings of telemetry and of stores, and nothing else of the environment", () => {
  const env = {
    AWS_SECRET_ACCESS_KEY: "secret",
    OTEL_SERVICE_NAME: "shop",
    ENV_FILE: "/etc/marque/env",
    HOME: "/root",
    npm_config_registry: "x",
    SMTP_URL: "",
  };
  expect(listSettings(env, true)).toEqual({
    AWS_SECRET_ACCESS_KEY: "secret",
    ENV_FILE: "/etc/marque/env",
    OTEL_SERVICE_NAME: "shop",
  });
  expect(listSettings(env, false)).toEqual({
    AWS_SECRET_ACCESS_KEY: null,
    ENV_FILE: null,
    OTEL_SERVICE_NAME: null,
  });
});

test.each([
  "plain",
  "",
  "with # a comment",
  " spaces ",
  'a "quoted" name',
  "an apostrophe's",
  "both ' and \"",
  "two\nlines",
  "a \\n that is no new line",
  "$HOME",
  "back`tick",
])("shows %j as a line that reads back the same", (value) => {
  expect(parseEnv(settingLine("NAME", value))).toEqual({ NAME: value });
});

test("shows a value that no line can have as a comment", () => {
  const line = settingLine("NAME", "' ` \"");
  expect(line).toMatch(/^# NAME /);
  expect(parseEnv(line)).toEqual({});
});
