import { z } from "zod";
import { flagReadings, type CarFlag, type CarReading } from "#shared/car-history/car-reading.ts";
import { flagWords, photoFlagWords } from "#shared/car-history/flag-words.ts";
import type {
  CarFlagAnswer,
  FlaggedCar,
  flaggedCarsQuery,
} from "#shared/car-history/car-history-contract.ts";
import type { Deps } from "#server/deps.ts";
import { imagePath } from "#server/images/public.ts";
import type { Executor } from "#server/platform/database/database.ts";
import { cutPage, decodeCursor } from "#server/platform/http/paging.ts";
import { readMatches } from "#server/reused-photos/public.ts";
import { readReadings, readReadingsById } from "./car-reading-store.ts";
import { listDismissals, type Dismissal } from "./flag-dismissal-store.ts";
import { flagFormat, listFlags, type Flag } from "./flag-store.ts";

const position = z.object({
  // PostgreSQL has no year 0.
  at: z.iso
    .datetime()
    .refine((value) => value >= "0001")
    .transform((value) => new Date(value)),
  flag: z.string().regex(flagFormat),
});

/**
 * A page of cars in the shop with less mileage than earlier, another brand or year, or photos of another seller's car.
 * The newest first. @throws AppError invalid_cursor
 */
export async function listFlaggedCars(
  { db }: Pick<Deps, "db">,
  { limit, cursor, state }: z.output<typeof flaggedCarsQuery>,
): Promise<{ cars: FlaggedCar[]; total: number; nextCursor: string | null }> {
  const after = decodeCursor(position, cursor);
  const query = { isDismissed: state === "dismissed", after, limit: limit + 1 };
  const { flags, total } = await listFlags(db, query);
  const { rows, nextCursor } = cutPage(flags, limit, ({ at, flag }) => ({ at, flag }));
  return { cars: await presentFlags(db, rows), total, nextCursor };
}

async function presentFlags(db: Executor, flags: readonly Flag[]): Promise<FlaggedCar[]> {
  const dismissed = flags.flatMap(({ isDismissed, parts }) => (isDismissed ? [parts[0]!] : []));
  const dismissals = await listDismissals(db, dismissed);
  const readings = await readReadingsById(
    db,
    flags.flatMap((flag) => (flag.kind === "photos" ? [] : [flag.beforeId, flag.afterId])),
  );
  const matches = await readMatches(
    db,
    flags.flatMap((flag) => (flag.kind === "photos" ? [flag.matchId] : [])),
  );
  return flags.flatMap((flag): FlaggedCar[] => {
    const dismissal = presentDismissal(dismissals.get(flag.parts[0]!));
    const car = { flag: flag.flag, _id: flag.listingId, name: flag.name, dismissal };
    if (flag.kind === "photos") {
      const match = matches.get(flag.matchId);
      return match ? [{ ...car, ...presentMatch(match, flag.parts.length) }] : [];
    }
    const before = readings.get(flag.beforeId);
    const reading = readings.get(flag.afterId);
    if (!before || !reading) return [];
    return [{ ...car, ...presentFlag({ kind: flag.kind, before, after: reading }) }];
  });
}

/** The flags of a listing, for its page. */
export async function readFlags(executor: Executor, listingId: string): Promise<CarFlagAnswer[]> {
  return (await readReadings(executor, listingId)).flatMap(flagReadings).map(presentFlag);
}

function presentFlag({ kind, before, after }: CarFlag): CarFlagAnswer {
  const flag = { kind, before: presentReading(before), after: presentReading(after) };
  return { ...flag, text: flagWords(flag) };
}

function presentReading({ make, year, mileage, unit, at }: CarReading) {
  return { make, year, mileage, mileageUnit: unit, at: at.toISOString() };
}

type Match = NonNullable<ReturnType<Awaited<ReturnType<typeof readMatches>>["get"]>>;

function presentMatch(match: Match, photos: number) {
  return {
    kind: "photos" as const,
    text: photoFlagWords(photos),
    photos,
    image: imagePath(match.imageId),
    sellerName: match.sellerName,
    other: {
      _id: match.otherListingId,
      name: match.otherName,
      image: imagePath(match.otherImageId),
      sellerName: match.otherSellerName,
    },
  };
}

function presentDismissal(dismissal: Dismissal | undefined) {
  return dismissal ? { ...dismissal, at: dismissal.at.toISOString() } : null;
}
