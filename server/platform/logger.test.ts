import { DrizzleQueryError } from "drizzle-orm";
import { expect, test } from "vitest";
import { logConsole } from "./log-console.ts";
import { createLogger } from "./logger.ts";

test("logs no email address, neither of a path nor of a refused row", () => {
  let written = "";
  const log = createLogger({ LOG_LEVEL: "info" }, { write: (line) => void (written += line) });
  for (const address of ["ann@home.example", "ann%40home.example"])
    log.info(
      { req: { method: "GET", url: `/api/users/seller/${address}?email=${address}` } },
      "in",
    );
  log.info(
    { req: { method: "GET", url: "/api/ann@home.example/cars/ann%40home.example/1" } },
    "in",
  );
  expect(written).toContain("/api/…/cars/…/1");
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

test("logs what a library prints, without the parameters of a failed query", () => {
  const lines: string[] = [];
  const log = createLogger({ LOG_LEVEL: "info" }, { write: (line) => void lines.push(line) });
  const printer = { error: () => undefined, warn: () => undefined } as unknown as Console;
  logConsole(printer, log);
  const cause = new Error("timeout exceeded when trying to connect");
  printer.error(new DrizzleQueryError("select id where email = $1", ["ann@home.example"], cause));
  printer.warn("This region is deprecated.", { user: "ann@home.example" });
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 50, err: { message: expect.stringContaining("select id where email = $1") } },
    { level: 40, msg: "printed by a library: This region is deprecated." },
  ]);
  expect(lines.join("")).toContain("timeout exceeded");
  expect(lines.join("")).not.toContain("ann@home.example");
});
