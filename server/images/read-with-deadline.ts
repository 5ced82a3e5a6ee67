import { AppError } from "#shared/errors/app-error.ts";

export type Deadlines = {
  /** Milliseconds in which at least `leastBytes` must arrive. */
  stall: number;
  leastBytes: number;
  /** Milliseconds for the whole body. */
  total: number;
  /**
   * Applies while another upload wants the place: after this many milliseconds the upload must have averaged
   * `bytesPerSecond`, and `total` is shorter.
   */
  wanted: { after: number; bytesPerSecond: number; total: number };
};

/**
 * The total equals the web app's own timeout. An upload that stalls is cut off. While others wait, a slow one loses its
 * place after 20 seconds; at the required pace, 10 MB take less than two minutes.
 */
const defaultDeadlines: Deadlines = {
  stall: 10_000,
  leastBytes: 8_192,
  total: 600_000,
  wanted: { after: 20_000, bytesPerSecond: 100_000, total: 120_000 },
};

/**
 * Reads a request's body with `read` while it keeps arriving.
 * @param isWanted whether another upload should have this one's place
 * @throws AppError timed_out if it stalls or takes too long; the error's response then closes the connection
 */
export function readWithDeadline<T>(
  request: { raw: { socket: { bytesRead: number } } },
  read: () => Promise<T>,
  isWanted: () => boolean,
  { stall, leastBytes, total, wanted }: Deadlines = defaultDeadlines,
): Promise<T> {
  const bytesRead = () => request.raw.socket.bytesRead;
  return new Promise<T>((resolve, reject) => {
    const first = bytesRead();
    let previous = first;
    let elapsed = 0;
    const isSlow = (now: number) =>
      elapsed >= wanted.total ||
      (elapsed >= wanted.after && now - first < (wanted.bytesPerSecond * elapsed) / 1_000);
    const timer = setInterval(() => {
      const now = bytesRead();
      elapsed += stall;
      if (now - previous < leastBytes || elapsed >= total || (isSlow(now) && isWanted()))
        reject(new AppError("timed_out"));
      previous = now;
    }, stall);
    read()
      .then(resolve, reject)
      .finally(() => clearInterval(timer));
  });
}
