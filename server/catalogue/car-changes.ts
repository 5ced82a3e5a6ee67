import type { Car } from "./car.ts";

export type CarChanges = ReturnType<typeof carChanges>;

/** Remembers when cars changed and left the lists, in milliseconds since the epoch. */
export function carChanges() {
  const lastDepartures = new Map<number, number>();
  /** Changes that the listing's row does not tell: photos of feeds, reservations, the seller's name. */
  const lastChanges = new Map<string, number>();

  function noteDeparture(categoryId: number, at: number): void {
    if (at > (lastDepartures.get(categoryId) ?? 0)) lastDepartures.set(categoryId, at);
  }

  return {
    /** Notes that a car changed, whether it left its category's lists, and when one that is off sale did. */
    note(id: string, before: Car | undefined, car: Car | null): void {
      if (!car) lastChanges.delete(id);
      else if (before) lastChanges.set(id, Date.now());
      const wasListed = before !== undefined && !before.isOffSale;
      const isListed = car?.isOffSale === false && car.kind.categoryId === before?.kind.categoryId;
      if (wasListed && !isListed)
        noteDeparture(before.kind.categoryId, (car && leftAt(car)) ?? Date.now());
      else if (!before && car?.isOffSale) noteDeparture(car.kind.categoryId, leftAt(car) ?? 0);
    },
    /** When a car last looked different: at least when its seller changed it. */
    changedAt: ({ id, updatedAt }: Car) => Math.max(updatedAt, lastChanges.get(id) ?? 0),
    /** Notes that a car looks different since this time. */
    noteChange: (id: string, at: number) => void lastChanges.set(id, at),
    /** When a car last left a category's lists; null if that is not known. */
    lastDeparture: (categoryId: number) => lastDepartures.get(categoryId) ?? null,
    /** Notes that a car left a category's lists at this time. */
    noteDeparture,
  };
}

/** When a car went off sale; null if its row does not say. */
function leftAt({ rare: { soldAt, lapsedAt, saleReversedAt } }: Car): number | null {
  const times = [soldAt, lapsedAt, saleReversedAt].flatMap((at) => at?.getTime() ?? []);
  return times.length === 0 ? null : Math.max(...times);
}
