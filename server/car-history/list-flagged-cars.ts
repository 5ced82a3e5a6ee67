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
import { listMatches, readMatches } from "#server/reused-photos/public.ts";
import { listSuspiciousReadings, readNames, readReadings } from "./car-reading-store.ts";
import { listDismissals, type Dismissal } from "./flag-dismissal-store.ts";

/** A flag of a listing. `parts` name its facts: it is dismissed once all of them are. */
type OpenFlag = { flag: string; parts: string[]; listingId: string; at: Date } & (
  { reading: CarFlag } | { matchId: number }
);

const position = z.object({ at: z.coerce.date(), flag: z.string() });

/**
 * A page of cars in the shop with less mileage than earlier, another brand or year, or photos of another seller's car.
 * The newest first. @throws AppError invalid_cursor
 */
export async function listFlaggedCars(
  { db }: Pick<Deps, "db">,
  { limit, cursor, state }: z.output<typeof flaggedCarsQuery>,
): Promise<{ cars: FlaggedCar[]; total: number; nextCursor: string | null }> {
  const after = decodeCursor(position, cursor);
  const dismissals = await listDismissals(db);
  const isDismissed = ({ parts }: OpenFlag) => parts.every((part) => dismissals.has(part));
  const flags = (await listFlags(db)).filter(
    (flag) => isDismissed(flag) === (state === "dismissed"),
  );
  const rest = after === null ? flags : flags.filter((flag) => compare(after, flag) < 0);
  const page = cutPage(rest.slice(0, limit + 1), limit, ({ at, flag }) => ({ at, flag }));
  const names = await readNames(
    db,
    page.rows.map(({ listingId }) => listingId),
  );
  const matches = await readMatches(
    db,
    page.rows.flatMap((flag) => ("matchId" in flag ? [flag.matchId] : [])),
  );
  const cars = page.rows.flatMap((flag): FlaggedCar[] => {
    const name = names.get(flag.listingId);
    const dismissal = presentDismissal(isDismissed(flag) ? dismissals.get(flag.parts[0]!) : null);
    const car = { flag: flag.flag, _id: flag.listingId, name: name ?? "", dismissal };
    if (name === undefined) return [];
    if ("reading" in flag) return [{ ...car, ...presentFlag(flag.reading) }];
    const match = matches.get(flag.matchId);
    return match ? [{ ...car, ...presentMatch(match, flag.parts.length) }] : [];
  });
  return { cars, total: flags.length, nextCursor: page.nextCursor };
}

/** Every flag of a listing in the shop, dismissed ones included, the newest first. */
export async function listFlags(executor: Executor): Promise<OpenFlag[]> {
  const readings = (await listSuspiciousReadings(executor)).flatMap(flagReadings);
  const names = await readNames(
    executor,
    readings.map(({ after }) => after.listingId),
  );
  const ofReadings = readings
    .filter(({ after }) => names.has(after.listingId))
    .map((reading): OpenFlag => {
      const { before, after } = reading;
      const flag = `reading-${before.id}-${after.id}`;
      return { flag, parts: [flag], listingId: after.listingId, at: after.at, reading };
    });
  return [...ofReadings, ...(await listPhotoFlags(executor))].toSorted(compare);
}

/** One flag for each two cars, which names the newest of their matches. */
async function listPhotoFlags(executor: Executor): Promise<OpenFlag[]> {
  const flags = new Map<string, OpenFlag>();
  for (const { id, listingId, otherListingId, foundAt } of await listMatches(executor)) {
    const cars = `${listingId} ${otherListingId}`;
    const part = `photo-${id}`;
    const known = flags.get(cars);
    if (known) known.parts.push(part);
    else flags.set(cars, { flag: part, parts: [part], listingId, at: foundAt, matchId: id });
  }
  return [...flags.values()];
}

/** The newest first. */
function compare(one: Pick<OpenFlag, "at" | "flag">, other: Pick<OpenFlag, "at" | "flag">): number {
  return other.at.getTime() - one.at.getTime() || (one.flag < other.flag ? -1 : 1);
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

function presentDismissal(dismissal: Dismissal | null | undefined) {
  return dismissal ? { ...dismissal, at: dismissal.at.toISOString() } : null;
}
