import { setImmediate } from "node:timers/promises";
import type { Executor } from "#server/platform/database/database.ts";
import {
  findUnsealedFault,
  listSealed,
  readHead,
  type Head,
  type SealedEvent,
} from "./car-history-store.ts";
import { hashOfEvent, nextSeal, noSeal } from "./event-hash.ts";

/** What the verification found: the chain's end, or the first thing that is wrong. */
export type Verification = { head: Head; broken: null } | { head: Head; broken: string };

const inABatch = 5_000;

/**
 * Reads the whole chain and computes every hash again. `known` are ends of the chain that were written down before, in
 * the audit log or by an outsider: the chain must still pass through each of them.
 */
export async function verifyHistory(
  executor: Executor,
  known: readonly Head[],
): Promise<Verification> {
  const head = await readHead(executor);
  const wanted = new Map(known.map(({ position, hash }) => [position, hash]));
  let before: Head = { position: 0, hash: noSeal };
  let read: number | null = null;
  for (;;) {
    const batch: SealedEvent[] = await listSealed(executor, read, inABatch);
    for (const sealed of batch) {
      const broken = faultOf(sealed, before, wanted.get(sealed.position), head);
      if (broken !== null) return { head, broken };
      before = { position: sealed.position, hash: sealed.seal };
    }
    read = before.position;
    if (batch.length < inABatch) break;
    await setImmediate();
  }
  const missing = [head, ...known].find(({ position }) => position > before.position);
  if (missing)
    return {
      head,
      broken: `Position ${before.position + 1} is missing: the chain has had ${missing.position} seals.`,
    };
  // The head is read first, so there may be seals after it, but not after one that is read last.
  const { position: last } = await readHead(executor);
  if (last < before.position)
    return {
      head,
      broken: `Position ${last + 1} is not in the chain that car_history_head has, but there are seals up to position ${before.position}.`,
    };
  const fault = await findUnsealedFault(executor);
  if (fault)
    return {
      head,
      broken: fault.isAltered
        ? `Event ${fault.eventId}, which is not sealed yet, was altered or deleted.`
        : `Event ${fault.eventId} has no seal: its seal was deleted, or it was added without one.`,
    };
  return { head: before, broken: null };
}

function faultOf(
  { position, eventId, seal, event }: SealedEvent,
  before: Head,
  known: Buffer | undefined,
  head: Head,
): string | null {
  const row = `Position ${position} (event ${eventId})`;
  if (position < 1) return `${row}: a seal before the first was added.`;
  if (position !== before.position + 1)
    return `Position ${before.position + 1} is missing: position ${position} follows ${before.position}.`;
  if (!event) return `${row}: the event is missing.`;
  const hash = hashOfEvent(event);
  if (!hash.equals(event.hash)) return `${row}: the event was altered.`;
  if (!nextSeal(before.hash, hash).equals(seal))
    return `${row}: the seal does not fit the event and the seals before it. One of them was altered, replaced or moved.`;
  if (known && !known.equals(seal))
    return `${row}: the seal is not the one that was written down. The chain was made again.`;
  if (position === head.position && !head.hash.equals(seal))
    return `${row}: the seal is not the end that car_history_head has. One of them was altered.`;
  return null;
}
