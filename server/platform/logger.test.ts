import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

test("a failed query is logged without what it was given", () => {
  let written = "";
  const log = createLogger({ LOG_LEVEL: "info" }, { write: (line) => void (written += line) });
  const cause = new Error("duplicate key value violates unique constraint");
  const failed = new DrizzleQueryError("insert into mail values ($1)", ["ann@home.example"], cause);
  log.error({ err: failed }, "request failed");
  expect(written).toContain("insert into mail");
  expect(written).toContain("duplicate key");
  expect(written).not.toContain("ann@home.example");
});
