import PQueue from "p-queue";
import { AppError } from "#shared/errors/app-error.ts";

/** Files of a seller that arrive, wait or are read at a time. */
const mostOfSeller = 3;

/** The files of each seller that has some. Only one of them waits among those of others. */
const places = new Map<string, { taken: number; turns: PQueue }>();

/**
 * Gives a seller a place for a file, and the queue in which their files take turns. So files of different sellers are read
 * one after another, however many each of them sends.
 * @throws AppError too_many_requests if the seller has no place left
 */
export async function withSellerPlace<Result>(
  seller: string,
  work: (turns: PQueue) => Promise<Result>,
): Promise<Result> {
  const place = places.get(seller) ?? { taken: 0, turns: new PQueue({ concurrency: 1 }) };
  if (place.taken >= mostOfSeller) throw tooManyOfSeller();
  place.taken += 1;
  places.set(seller, place);
  try {
    return await work(place.turns);
  } finally {
    place.taken -= 1;
    if (place.taken === 0) places.delete(seller);
  }
}

function tooManyOfSeller(): AppError {
  const message = `You are uploading ${mostOfSeller} files already. Please try again when one of them is read.`;
  return new AppError("too_many_requests", {
    message,
    fields: { file: message },
    retryAfter: 10,
  });
}
