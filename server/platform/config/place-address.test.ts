import { expect, test } from "vitest";
import { looksLikePlace } from "./place-address.ts";

test.each(["/mnt/usb", "./backups", "../backups", ".", "..", "s3://bucket/folder", "S3://bucket"])(
  "takes %s for a place",
  (word) => expect(looksLikePlace(word, "linux")).toBe(true),
);

test.each([
  "verfy",
  "backups",
  "backups/daily",
  "-",
  "",
  "s3:bucket",
  "C:\\backups",
  "...",
  ".env",
])("does not take %j for a place on Linux", (word) =>
  expect(looksLikePlace(word, "linux")).toBe(false),
);

test.each(["C:\\backups", "d:/backups", ".\\backups", "..\\backups", "\\\\server\\share"])(
  "takes %s for a place on Windows",
  (word) => expect(looksLikePlace(word, "win32")).toBe(true),
);
