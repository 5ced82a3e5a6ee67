import { z } from "zod";
import { AppError } from "#shared/errors/app-error.ts";
import type { OpenDatabase } from "#server/platform/database/database.ts";
import type { App } from "./app-instance.ts";

/** GET /api/health: 200 only while the database answers. The server listens only once migrations are done. */
export function healthRoute(app: App, { pool }: Pick<OpenDatabase, "pool">): void {
  app.get(
    "/api/health",
    { schema: { tags: ["health"], response: { 200: z.object({ status: z.literal("ok") }) } } },
    async (request) => {
      try {
        await pool.query("select 1");
      } catch (error) {
        request.log.warn({ err: error }, "the database does not answer");
        throw new AppError("unavailable");
      }
      return { status: "ok" as const };
    },
  );
}
