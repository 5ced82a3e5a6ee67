/** Runs pieces of heavy work one after the other, so that they never take every core or connection from the shop. */
export function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve();
  return async <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
