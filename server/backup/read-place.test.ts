import { afterEach, expect, test, vi } from "vitest";
import { readPlace } from "./read-place.ts";

afterEach(() => vi.unstubAllEnvs());

test("a folder is relative to where it was typed, and BACKUP_URL to where the shop runs", () => {
  vi.stubEnv("INIT_CWD", "/home/anna");
  const config = { BACKUP_URL: "./backups" };
  expect(readPlace([], config, [])).toBe("./backups");
  expect(readPlace(["./backups"], config, [])).toBe("/home/anna/backups");
  expect(readPlace(["s3://cars/marque"], config, [])).toBe("s3://cars/marque");
  // The same place by another name: BACKUP_KEEP is for it, too.
  expect(readPlace([`${process.cwd()}/backups/`], config, [])).toBe("./backups");
});
