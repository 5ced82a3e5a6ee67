import { z } from "zod";
import { outboxEmail } from "#shared/email/outbox-contract.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { requireLocalReader } from "./require-local-reader.ts";
import { readOutbox } from "./read-outbox.ts";

/** The outbox. Available only in demo mode and from the same machine. */
export function outboxRoutes(app: App, deps: Deps): void {
  app.get(
    "/api/outbox",
    {
      schema: {
        summary: "List the emails of the demo",
        querystring: pageQuery,
        response: { 200: z.array(outboxEmail) },
      },
      config: { priority: "optional", refusals: [403, 404] },
    },
    async (request, reply) => {
      requireLocalReader(deps.config, request);
      const page = await readOutbox(deps, request.query);
      reply.header("cache-control", "no-store");
      sendPage(request, reply, page);
      return page.emails;
    },
  );
}
