import { AppError } from "#shared/errors/app-error.ts";

export type Patience = {
  /** Milliseconds in which at least `leastBytes` arrive. */
  stall: number;
  leastBytes: number;
  /** Milliseconds for all of it. */
  total: number;
  /**
   * While someone waits for the place: after this many milliseconds the whole upload must have averaged
   * `bytesPerSecond`, and it has this `total`.
   */
  wanted: { after: number; bytesPerSecond: number; total: number };
};

/**
 * The total is what the web app waits. A sender that says nothing, or a byte now and then, is cut off. While others wait,
 * a slow one gives up its place after 20 seconds; 10 MB at the pace that keeps it take less than two minutes.
 */
const usualPatience: Patience = {
  stall: 10_000,
  leastBytes: 8_192,
  total: 600_000,
  wanted: { after: 20_000, bytesPerSecond: 100_000, total: 120_000 },
};

/**
 * Reads a request's body with `read` for as long as it keeps arriving.
 * @param isWanted whether someone waits for the place of this upload
 * @throws AppError timed_out where it stalls or takes too long; the answer then closes the connection
 */
export function readPatiently<T>(
  request: { raw: { socket: { bytesRead: number } } },
  read: () => Promise<T>,
  isWanted: () => boolean,
  { stall, leastBytes, total, wanted }: Patience = usualPatience,
): Promise<T> {
  const arrived = () => request.raw.socket.bytesRead;
  return new Promise<T>((resolve, reject) => {
    const first = arrived();
    let before = first;
    let waited = 0;
    const isSlow = (now: number) =>
      waited >= wanted.total ||
      (waited >= wanted.after && now - first < (wanted.bytesPerSecond * waited) / 1_000);
    const timer = setInterval(() => {
      const now = arrived();
      waited += stall;
      if (now - before < leastBytes || waited >= total || (isSlow(now) && isWanted()))
        reject(new AppError("timed_out"));
      before = now;
    }, stall);
    read()
      .then(resolve, reject)
      .finally(() => clearInterval(timer));
  });
}
