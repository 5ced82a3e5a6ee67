import type {
  CarSealsAnswer,
  HistoryChainAnswer,
} from "#shared/car-history/car-history-contract.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { listEventSeals, listSealed } from "./car-history-store.ts";
import { readCarEvents } from "./car-key-store.ts";

/**
 * The events that a car's page shows, as they were hashed, so that anyone can find them in the chain. Those of earlier
 * listings have no text: it names a listing that may be another seller's, or removed.
 */
export async function readCarSeals(db: Executor, listingId: string): Promise<CarSealsAnswer> {
  const shown = await readCarEvents(db, listingId);
  const seals = await listEventSeals(
    db,
    shown.map(({ id }) => id),
  );
  return {
    events: shown.flatMap((event) => {
      const seal = seals.get(event.id);
      if (!seal) return [];
      return [{ ...seal, text: event.listingId === listingId ? seal.text : null }];
    }),
  };
}

/**
 * A part of the chain of all cars' events. It has only hashes, so it tells nothing of cars that are no longer shown or of
 * registrations, and still anyone can compute the end of the chain.
 */
export async function readChain(
  db: Executor,
  { after, limit }: { after: number; limit: number },
): Promise<HistoryChainAnswer> {
  const sealed = await listSealed(db, after, limit);
  return {
    seals: sealed.map(({ position, seal, event }) => ({
      position,
      // Of an event that is missing, no hash fits.
      hash: event?.hash.toString("hex") ?? "",
      seal: seal.toString("hex"),
    })),
  };
}
