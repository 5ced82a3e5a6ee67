import type { Readable } from "node:stream";

/** Time limits in milliseconds: without progress, and for the whole download. */
export type Patience = { stall: number; total: number };

const usualPatience: Patience = { stall: 60_000, total: 3_600_000 };

/** Destroys a download and its connection if the caller stops reading. `progress` increases while it is read. */
export function cutOffStalled(
  download: Readable,
  progress: () => number,
  { stall, total }: Patience = usualPatience,
): void {
  let before = 0;
  let waited = 0;
  const timer = setInterval(() => {
    waited += stall;
    const now = progress();
    if (now === before || waited >= total) download.destroy(new Error("The download stalled."));
    before = now;
  }, stall);
  download.once("close", () => clearInterval(timer));
}
