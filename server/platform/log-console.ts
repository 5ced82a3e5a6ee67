import type { FastifyBaseLogger } from "fastify";

/**
 * Logs what libraries print with `console.error` and `console.warn`, so that each of their errors is a line of the log
 * with the request's id, and has no parameters of a failed query. Objects other than errors are left out, because they
 * can contain personal data.
 */
export function logConsole(
  printer: Pick<Console, "error" | "warn">,
  log: Pick<FastifyBaseLogger, "error" | "warn">,
): void {
  for (const level of ["error", "warn"] as const)
    printer[level] = (...printed: unknown[]) => {
      const err = printed.find((one) => one instanceof Error);
      const texts = printed.filter((one) => typeof one === "string");
      log[level]({ err }, ["printed by a library:", ...texts].join(" "));
    };
}
