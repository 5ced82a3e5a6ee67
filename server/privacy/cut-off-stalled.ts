import type { ReadStream } from "node:fs";

/** Time limits in milliseconds: without progress, and for the whole download. */
export type Patience = { stall: number; total: number };

const usualPatience: Patience = { stall: 60_000, total: 3_600_000 };

/** Destroys the file and its connection if the caller stops downloading. */
export function cutOffStalled(file: ReadStream, { stall, total }: Patience = usualPatience): void {
  let before = 0;
  let waited = 0;
  const timer = setInterval(() => {
    waited += stall;
    if (file.bytesRead === before || waited >= total)
      file.destroy(new Error("The download stalled."));
    before = file.bytesRead;
  }, stall);
  file.once("close", () => clearInterval(timer));
}
