import { AppError } from "#shared/errors/app-error.ts";

/**
 * Runs pieces of heavy work one after the other, so that uploads never take every core from the shop.
 * @param mostWaiting beyond this many in line, new work is refused
 * @throws AppError unavailable when the line is full
 */
export function oneAtATime(mostWaiting: number) {
  let inLine = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inLine >= mostWaiting)
      throw new AppError("unavailable", {
        message: "Too many images are being prepared. Please try again in a moment.",
        retryAfter: 5,
      });
    inLine++;
    const mine = last.then(work).finally(() => inLine--);
    last = mine.catch(() => undefined);
    return mine;
  };
}
