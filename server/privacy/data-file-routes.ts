import { dataFile } from "#shared/privacy/data-file-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { readOwnData } from "./read-own-data.ts";

/** One's own data, to take away. */
export function dataFileRoutes(app: App, deps: Pick<Deps, "db" | "config">): void {
  app.get(
    "/api/account/data",
    { schema: { response: { 200: dataFile } }, config: { rateLimit: limits.accountData } },
    (request, reply) => {
      reply
        .header("content-disposition", `attachment; filename="my-data.json"`)
        .header("cache-control", "private, no-store");
      return readOwnData(deps, viewerOf(request), new Date());
    },
  );
}
