import { createHash } from "node:crypto";

/** An event as the database has it, every value as text. Empty where a column is null. */
export type EventFields = {
  id: string;
  listingId: string;
  /** In hexadecimal digits. */
  carKey: string;
  kind: string;
  priceMinor: string;
  /** Milliseconds since the epoch. */
  at: string;
};

/** The chain's hash before the first event. */
export const noSeal = Buffer.alloc(32);

/** The hash of an event's columns, as the database's trigger `hash_car_event` makes it. */
export function hashOfEvent(event: EventFields): Buffer {
  const { id, listingId, carKey, kind, priceMinor, at } = event;
  return sha256(Buffer.from([id, listingId, carKey, kind, priceMinor, at].join("|")));
}

/** The seal of an event: it depends on everything that was sealed before. */
export function nextSeal(before: Buffer, hash: Buffer): Buffer {
  return sha256(Buffer.concat([before, hash]));
}

function sha256(data: Buffer): Buffer {
  return createHash("sha256").update(data).digest();
}
