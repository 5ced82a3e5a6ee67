import PQueue from "p-queue";
import { AppError } from "#shared/errors/app-error.ts";

/** Gives a seller a place for some work, and the queue in which the work of this seller takes turns. */
export type SellerPlaces = <Result>(
  seller: string,
  work: (turns: PQueue) => Promise<Result>,
) => Promise<Result>;

/**
 * Gives each seller `most` places for work. The work of one seller is done one after another.
 * @param tooMany what a seller is told who has no place left
 */
export function createSellerPlaces(most: number, tooMany: () => AppError): SellerPlaces {
  const places = new Map<string, { taken: number; turns: PQueue }>();
  return async (seller, work) => {
    const place = places.get(seller) ?? { taken: 0, turns: new PQueue({ concurrency: 1 }) };
    if (place.taken >= most) throw tooMany();
    place.taken += 1;
    places.set(seller, place);
    try {
      return await work(place.turns);
    } finally {
      place.taken -= 1;
      if (place.taken === 0) places.delete(seller);
    }
  };
}

/** Files of a seller that arrive, wait or are read at a time. */
const mostOfSeller = 3;

/**
 * Places for a seller's files. Only one file of each seller waits in the queue of all sellers, so sellers take turns,
 * however many files each of them sends.
 * @throws AppError too_many_requests if the seller has no place left
 */
export const withSellerPlace = createSellerPlaces(mostOfSeller, tooManyOfSeller);

function tooManyOfSeller(): AppError {
  const message = `You are uploading ${mostOfSeller} files already. Please try again when one of them is read.`;
  return new AppError("too_many_requests", {
    message,
    fields: { file: message },
    retryAfter: 10,
  });
}
