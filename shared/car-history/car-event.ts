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
  /** It was about an earlier listing of the same car. */
  isEarlierListing: boolean;
};

/** After these the car is on sale; after the others that end it, it is not. */
const starts = new Set<CarEventKind>(["listed", "relisted"]);
const ends = new Set<CarEventKind>(["sold", "withdrawn", "removed", "lapsed"]);

const millisecondsPerDay = 86_400_000;

/** Whole days on which a car was for sale, with the time between listings left out. Events are in their order. */
export function daysOnMarket(
  events: readonly { kind: CarEventKind; at: string }[],
  now: Date,
): number {
  let total = 0;
  let since: number | null = null;
  for (const { kind, at } of events) {
    const time = Date.parse(at);
    if (starts.has(kind)) since ??= time;
    else if (ends.has(kind) && since !== null) {
      total += time - since;
      since = null;
    }
  }
  if (since !== null) total += now.getTime() - since;
  return Math.max(0, Math.floor(total / millisecondsPerDay));
}
