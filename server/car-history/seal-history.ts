import type { Deps } from "#server/deps.ts";
import type { Executor } from "#server/platform/database/database.ts";
import {
  appendSeals,
  fillHistory,
  hasWork,
  listUnsealed,
  lockHead,
  saveFilledTo,
  type Head,
} from "./car-history-store.ts";
import { nextSeal } from "./event-hash.ts";

const inABatch = 2_000;

/**
 * Seals every event that was committed before the call, and first adds those of listings that are older than the history.
 * Of several processes, one seals at a time; the others return at once. Returns how many events it sealed.
 */
export async function sealHistory({ db }: Pick<Deps, "db">): Promise<number> {
  let sealed = 0;
  // Read first, because most of the time there is nothing to do.
  while (await hasWork(db)) {
    const step = await db.transaction(async (tx) => {
      const head = await lockHead(tx);
      if (!head) return null;
      if (head.filledTo !== null)
        await saveFilledTo(tx, await fillHistory(tx, head.filledTo, inABatch));
      return sealBatch(tx, head);
    });
    if (step === null) break;
    sealed += step;
  }
  return sealed;
}

async function sealBatch(tx: Executor, { position, hash }: Head): Promise<number> {
  const events = await listUnsealed(tx, inABatch);
  let before = hash;
  const seals = events.map((event, index) => {
    before = nextSeal(before, event.hash);
    return { position: position + index + 1, eventId: event.id, hash: before };
  });
  await appendSeals(tx, seals);
  return seals.length;
}
