import { expect, test } from "vitest";
import { loadConfig } from "#server/platform/config/config.ts";
import { warnOfSettings } from "./warn-of-settings.ts";

function warningsOf(env: Record<string, string>): string[] {
  const warnings: string[] = [];
  const warn = (text: string) => void warnings.push(text);
  warnOfSettings(loadConfig(env), { warn } as never);
  return warnings;
}

test("the log warns at the start of limits and load shedding that are off", () => {
  expect(warningsOf({ RATE_LIMITS: "on", LOAD_SHEDDING: "on" })).toEqual([]);
  expect(warningsOf({ RATE_LIMITS: "off" })).toEqual([expect.stringContaining("RATE_LIMITS=off")]);
  expect(warningsOf({ LOAD_SHEDDING: "off" })).toEqual([
    expect.stringContaining("LOAD_SHEDDING=off"),
  ]);
});
