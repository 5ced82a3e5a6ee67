import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfigError } from "./config.ts";
import { readEnvFile } from "./read-env-file.ts";

let folder: string;
beforeEach(() => {
  // Restored after each test.
  for (const name of ["ENV_FILE", "BRAND_NAME", "CURRENCY", "SMTP_URL"])
    vi.stubEnv(name, undefined);
  folder = mkdtempSync(path.join(tmpdir(), "marque-env-"));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

function aFile(name: string, text: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
}

test("reads .env in the working directory, and variables that are set win", () => {
  aFile(
    ".env",
    'BRAND_NAME="Fine Cars"\n# a comment\nCURRENCY=GBP\nSMTP_URL=smtp://mail.example\n',
  );
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  vi.stubEnv("CURRENCY", "EUR");
  vi.stubEnv("SMTP_URL", "");
  readEnvFile();
  expect(process.env).toMatchObject({ BRAND_NAME: "Fine Cars", CURRENCY: "EUR", SMTP_URL: "" });
});

test("reads the file named by ENV_FILE instead", () => {
  aFile(".env", "BRAND_NAME=One");
  vi.stubEnv("ENV_FILE", aFile("other.env", "BRAND_NAME=Other"));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  readEnvFile();
  expect(process.env.BRAND_NAME).toBe("Other");
});

test("works without .env, but requires the file named by ENV_FILE", () => {
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  expect(readEnvFile).not.toThrow();
  vi.stubEnv("ENV_FILE", path.join(folder, "missing.env"));
  expect(readEnvFile).toThrow(ConfigError);
  expect(readEnvFile).toThrow(/^The env file .*missing\.env cannot be read \(ENOENT\)\.$/);
});

test("names a file that cannot be read", () => {
  vi.stubEnv("ENV_FILE", folder);
  expect(readEnvFile).toThrow(`The env file ${folder} cannot be read`);
});
