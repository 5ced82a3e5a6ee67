import { dataFile, type DataFile } from "#shared/privacy/data-file-contract.ts";
import type { Deps } from "#server/deps.ts";
import { viewerOf, type App } from "#server/platform/http/app-instance.ts";
import { cutOffStalled, type Patience } from "#server/platform/http/cut-off-stalled.ts";
import { goneSignal } from "#server/platform/http/gone-signal.ts";
import { limits } from "#server/platform/http/rate-limits.ts";
import { prepareDataFile } from "./prepare-data-file.ts";

/** Downloading the data of your own account. */
export function dataFileRoutes(
  app: App,
  deps: Pick<Deps, "db" | "config">,
  patience?: Patience,
): void {
  app.get(
    "/api/account/data",
    {
      schema: { summary: "Download your data", response: { 200: dataFile } },
      config: { priority: "optional", rateLimit: limits.accountData },
    },
    async (request, reply) => {
      const viewer = viewerOf(request);
      const { file, size } = await prepareDataFile(deps, viewer, new Date(), goneSignal(reply.raw));
      cutOffStalled(file, () => file.bytesRead, patience);
      return (
        reply
          .type("application/json; charset=utf-8")
          .header("content-disposition", `attachment; filename="my-data.json"`)
          .header("cache-control", "private, no-store")
          .header("content-length", size)
          // A stream is sent as it is, without checking it against the schema.
          .send(file as unknown as DataFile)
      );
    },
  );
}
