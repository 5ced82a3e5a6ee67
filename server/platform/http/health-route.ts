import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { OpenDatabase } from "#server/platform/database/database.ts";
import type { App } from "./app-instance.ts";

/** GET /api/health: 200 while the database responds. Before the catalogue is read, `serve` answers 503. */
export function healthRoute(app: App, { pool }: Pick<OpenDatabase, "pool">): void {
  app.get(
    "/api/health",
    { schema: { tags: ["health"], response: { 200: z.object({ status: z.literal("ok") }) } } },
    async (request) => {
      try {
        await pool.query("select 1");
      } catch (error) {
        request.log.warn({ err: error }, "the database does not respond");
        throw new AppError("unavailable");
      }
      return { status: "ok" as const };
    },
  );
}
