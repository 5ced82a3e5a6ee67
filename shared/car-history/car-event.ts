/** What can happen to a car on sale. The database's triggers write these words (`car_event.kind`). */
export const carEventKinds = [
  "listed",
  "identified",
  "price",
  "advertised",
  "unadvertised",
  "reserved",
  "released",
  "sold",
  "sale_reversed",
  "withdrawn",
  "removed",
  "relisted",
  "lapsed",
] as const;
export type CarEventKind = (typeof carEventKinds)[number];

/** A car's event as visitors see it. Prices are in major units. */
export type CarEvent = {
  kind: CarEventKind;
  /** The asking price from then on, or the price it was sold for; null for other events. */
  price: number | null;
  at: string;
  /** It was about a listing of the same car that began before this one. */
  isEarlierListing: boolean;
  /** It was about one that began after this one, such as that of a buyer who sells the car again. */
  isLaterListing: boolean;
};

/** After these the car is on sale; after the others that end it, it is not. */
const starts = new Set<CarEventKind>(["listed", "relisted"]);
const ends = new Set<CarEventKind>(["sold", "withdrawn", "removed", "lapsed"]);

/** Whether a car is on sale after an event; null for events that do not change it. */
export function isOnSaleAfter(kind: CarEventKind): boolean | null {
  if (starts.has(kind)) return true;
  return ends.has(kind) ? false : null;
}

const millisecondsPerDay = 86_400_000;

/**
 * Whole days until a moment on which a car was for sale in at least one listing, with the time between listings left out.
 * Events are in their order.
 */
export function daysOnMarket(
  events: readonly { kind: CarEventKind; at: string; listingId: string }[],
  until: Date,
): number {
  const open = new Set<string>();
  let total = 0;
  let since = 0;
  for (const { kind, at, listingId } of events) {
    const time = Date.parse(at);
    if (time > until.getTime()) break;
    if (open.size > 0) total += time - since;
    since = time;
    if (starts.has(kind)) open.add(listingId);
    else if (ends.has(kind)) open.delete(listingId);
  }
  if (open.size > 0) total += until.getTime() - since;
  return Math.floor(total / millisecondsPerDay);
}

/** When a listing was sold, by its own events in their order; null unless it is sold. */
export function soldAtOf(events: readonly { kind: CarEventKind; at: Date }[]): Date | null {
  const last = events.findLast(({ kind }) => kind === "sold" || kind === "sale_reversed");
  return last?.kind === "sold" ? last.at : null;
}
