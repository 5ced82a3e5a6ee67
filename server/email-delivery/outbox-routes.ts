import { z } from "zod";
import { outboxEmail } from "#shared/email/outbox-contract.ts";
import { pageQuery } from "#shared/paging/paging-contract.ts";
import type { Deps } from "#server/deps.ts";
import type { App } from "#server/platform/http/app-instance.ts";
import { sendPage } from "#server/platform/http/paging.ts";
import { refuseFarReader } from "./refuse-far-reader.ts";
import { readOutbox } from "./read-outbox.ts";

/** The outbox, readable in demo mode only, on the machine itself. */
export function outboxRoutes(app: App, deps: Deps): void {
  app.get(
    "/api/outbox",
    { schema: { querystring: pageQuery, response: { 200: z.array(outboxEmail) } } },
    async (request, reply) => {
      refuseFarReader(deps.config, request);
      const page = await readOutbox(deps, request.query);
      reply.header("cache-control", "no-store");
      sendPage(request, reply, page);
      return page.mails;
    },
  );
}
