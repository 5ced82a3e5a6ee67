import type { FastifyBaseLogger } from "fastify";
import { ProviderError } from "./provider-error.ts";

/**
 * Does something for each item, so that one that fails does not keep the others from theirs. Where the provider does not
 * answer at all, the rest waits for the next round. `what` names the work in the log.
 */
export async function eachApart<Item>(
  { log }: { log: FastifyBaseLogger },
  what: string,
  items: Iterable<Item> | AsyncIterable<Item>,
  act: (item: Item) => Promise<unknown>,
): Promise<void> {
  try {
    for await (const item of items) {
      try {
        await act(item);
      } catch (error) {
        log.warn({ err: error, item: nameOf(item) }, `${what}: not done yet`);
        if (error instanceof ProviderError && error.kind === "unreachable") return;
      }
    }
  } catch (error) {
    // The list itself could not be read.
    log.warn({ err: error }, `${what}: not begun`);
  }
}

function nameOf(item: unknown): unknown {
  return typeof item === "object" && item !== null && "id" in item ? item.id : item;
}
