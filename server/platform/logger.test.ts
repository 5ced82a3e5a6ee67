import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

test("logs no email address, neither of a path nor of a refused row", () => {
  let written = "";
  const log = createLogger({ LOG_LEVEL: "info" }, { write: (line) => void (written += line) });
  for (const address of ["ann@home.example", "ann%40home.example"])
    log.info(
      { req: { method: "GET", url: `/api/users/seller/${address}?email=${address}` } },
      "in",
    );
  const refused = Object.assign(new Error("duplicate key value"), {
    detail: "Key (email)=(ann@home.example) already exists.",
  });
  log.error({ err: refused }, "request failed");
  expect(written).toContain("/api/users/seller/…");
  expect(written).toContain("duplicate key value");
  expect(written).not.toMatch(/ann(@|%40)home/);
});

// ASVS 16.2.5, 16.3.4
test("logs a failed query without its parameters", () => {
  let written = "";
  const log = createLogger({ LOG_LEVEL: "info" }, { write: (line) => void (written += line) });
  const cause = new Error("duplicate key value violates unique constraint");
  const failed = new DrizzleQueryError(
    "insert into email values ($1)",
    ["ann@home.example"],
    cause,
  );
  log.error({ err: failed }, "request failed");
  expect(written).toContain("insert into email");
  expect(written).toContain("duplicate key");
  expect(written).not.toContain("ann@home.example");
});
