import { setImmediate } from "node:timers/promises";
import type { CarEventKind } from "#shared/car-history/car-event.ts";
import { formatNumber } from "#shared/text/format-number.ts";
import type { Executor } from "#server/platform/database/database.ts";
import {
  findHead,
  findUnsealedFault,
  listSealed,
  type Head,
  type SealedEvent,
} from "./car-history-store.ts";
import { findUnfitEvent } from "./history-trace-store.ts";
import { hashOfEvent, nextSeal, noSeal } from "./event-hash.ts";

/** What the verification found: the chain's end, or the first thing that is wrong. */
export type Verification = { head: Head; broken: null } | { broken: string };

const inABatch = 5_000;

/**
 * Reads the whole chain and computes every hash again. `heads` are ends of the chain that were written down before, in
 * the audit log or by an outsider: the chain must still pass through each of them.
 */
export async function verifyHistory(
  executor: Executor,
  heads: readonly Head[],
): Promise<Verification> {
  const head = await findHead(executor);
  // Several can have one position, and one of them may be from before the chain was made again.
  const wanted = new Map<number, Head[]>();
  for (const end of heads) wanted.set(end.position, [...(wanted.get(end.position) ?? []), end]);
  let before: Head = { position: 0, hash: noSeal };
  let read: number | null = null;
  for (;;) {
    const batch: SealedEvent[] = await listSealed(executor, read, inABatch);
    for (const sealed of batch) {
      const broken = faultOf(sealed, before, wanted.get(sealed.position) ?? [], head);
      if (broken !== null) return { broken };
      before = { position: sealed.position, hash: sealed.seal };
    }
    read = before.position;
    if (batch.length < inABatch) break;
    await setImmediate();
  }
  const broken = await faultAfter(executor, before, head, heads);
  return broken === null ? { head: before, broken } : { broken };
}

/** What is wrong after the last seal of a chain that is whole up to there. */
async function faultAfter(
  executor: Executor,
  { position }: Head,
  head: Head | null,
  heads: readonly Head[],
): Promise<string | null> {
  const missing = [...(head ? [head] : []), ...heads].find((end) => end.position > position);
  if (missing)
    return `Position ${position + 1} is missing: the chain has had ${missing.position} seals.`;
  // The head is read first, so there may be seals after it, but not after one that is read last.
  const last = await findHead(executor);
  if (!head || !last)
    return `The row of car_history_head, which records where the chain ends, was deleted. The ${formatNumber(position)} seals fit each other, but seals after them may have been deleted too, and no new event is sealed.`;
  if (last.position < position)
    return `Position ${last.position + 1} is not in the chain that car_history_head has, but there are seals up to position ${position}.`;
  const fault = await findUnsealedFault(executor);
  if (!fault) return faultOfListings(executor);
  return fault.isAltered
    ? `Event ${fault.eventId}, which is not sealed yet, was altered or deleted.`
    : `Event ${fault.eventId} has no seal: its seal was deleted, or it was added without one.`;
}

const missingWords: Record<CarEventKind, string> = {
  listed: "when and at what price it was listed",
  identified: "its VIN",
  price: "one of its prices",
  advertised: "that it is advertised",
  unadvertised: "that it is no longer advertised",
  reserved: "one of its reservations",
  released: "how one of its reservations ended",
  sold: "its sale",
  sale_reversed: "that its sale was reversed",
  withdrawn: "that its seller took it off sale",
  removed: "that an admin took it off sale",
  relisted: "that it was put on sale again",
  lapsed: "that it expired",
};

/** What an event says that only the history has. Of the others, only a listing that does not exist is found. */
const addedWords: Partial<Record<CarEventKind, string>> = {
  price: "a price",
  reserved: "a reservation",
  released: "the end of a reservation",
  sold: "a sale",
  sale_reversed: "a reversed sale",
};

/**
 * What listings and bookings show: they are not in the chain, so they tell of events that were altered, added or cut off
 * with the whole chain made again.
 */
async function faultOfListings(executor: Executor): Promise<string | null> {
  const unfit = await findUnfitEvent(executor);
  if (!unfit) return null;
  const { listingId, kind } = unfit;
  const listing = `Listing ${listingId}`;
  if (unfit.isAdded)
    return `${listing}: its history has ${addedWords[kind as CarEventKind] ?? "an event"} that nothing else tells of. An event was added or altered and the chain made again, or the prices, the bookings or the listing were changed behind the triggers.`;
  const what =
    kind === "last price"
      ? "its price is not the last one in its history"
      : `its history lacks ${missingWords[kind]}`;
  return `${listing}: ${what}. An event was altered or deleted and the chain made again, or the listing or its bookings were changed behind the triggers.`;
}

function faultOf(
  { position, eventId, seal, event }: SealedEvent,
  before: Head,
  heads: readonly Head[],
  head: Head | null,
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
  if (heads.some(({ hash }) => !hash.equals(seal)))
    return `${row}: the seal is not the one that was written down. The chain was made again.`;
  if (position === head?.position && !head.hash.equals(seal))
    return `${row}: the seal is not the end that car_history_head has. One of them was altered.`;
  return null;
}
