import type { FastifyBaseLogger } from "fastify";
import { ProviderError } from "../provider/provider-error.ts";

/**
 * Calls `process` for each item and continues after a failure. Stops if the provider is unreachable; the rest is
 * processed in the next run. `what` names the work in the log.
 */
export async function processEach<Item>(
  { log }: { log: FastifyBaseLogger },
  what: string,
  items: Iterable<Item> | AsyncIterable<Item>,
  process: (item: Item) => Promise<unknown>,
): Promise<void> {
  try {
    for await (const item of items) {
      try {
        await process(item);
      } catch (error) {
        log.warn({ err: error, item: nameOf(item) }, `${what} failed; will retry`);
        if (error instanceof ProviderError && error.kind === "unreachable") return;
      }
    }
  } catch (error) {
    log.warn({ err: error }, `${what} failed: could not list the items`);
  }
}

function nameOf(item: unknown): unknown {
  return typeof item === "object" && item !== null && "id" in item ? item.id : item;
}
