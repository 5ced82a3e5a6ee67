import { AppError } from "#shared/errors/app-error.ts";
import { createSellerPlaces } from "./read/seller-places.ts";

/** Plans of a seller that are applied or undone, or wait for that, at a time. */
const mostRuns = 10;
const withPlace = createSellerPlaces(mostRuns, tooManyRuns);

/**
 * Applies or undoes a plan once the seller's earlier ones are done. Each batch locks the seller, so several at once
 * would only occupy as many database connections.
 * @throws AppError too_many_requests if too many of the seller's wait
 */
export function runInTurn<Result>(accountId: string, run: () => Promise<Result>): Promise<Result> {
  return withPlace(accountId, (turns) => turns.add(run));
}

function tooManyRuns(): AppError {
  const message = "Your plans are being applied already. Please try again in a moment.";
  return new AppError("too_many_requests", { message, retryAfter: 5 });
}
