import { AppError } from "#shared/errors/app-error.ts";
import { createSellerPlaces } from "./read/seller-places.ts";

/** Slow reads of a seller that wait or run at a time: a page needs a few, and each change of its search one. */
const mostReads = 10;
const withPlace = createSellerPlaces(mostReads, tooManyReads);

type Caller = { accountId: string; /** Aborts when the caller disconnects. */ signal: AbortSignal };

/**
 * Runs a read, or a change that reads as much, that can keep a database connection busy for seconds, such as of all cars of
 * a feed. Each seller gets one at a time, so that no seller takes everyone's connections. One whose caller is gone is skipped.
 * @throws AppError too_many_requests if too many of the seller's reads wait
 */
export function readInTurn<Result>(
  { accountId, signal }: Caller,
  read: () => Promise<Result>,
): Promise<Result> {
  return withPlace(accountId, (turns) =>
    turns.add(async () => {
      if (signal.aborted) throw new AppError("timed_out");
      return read();
    }),
  );
}

function tooManyReads(): AppError {
  const message = "Your feeds are being read already. Please try again in a moment.";
  return new AppError("too_many_requests", { message, retryAfter: 5 });
}
