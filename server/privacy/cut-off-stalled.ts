import type { ReadStream } from "node:fs";

/** Milliseconds in which some of a file must be taken, and all of it. */
export type Patience = { stall: number; total: number };

const usualPatience: Patience = { stall: 60_000, total: 3_600_000 };

/** Destroys a file that is being sent, and with it the connection, where the caller no longer takes it. */
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
