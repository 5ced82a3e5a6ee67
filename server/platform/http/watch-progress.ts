import { DownloadError } from "./outgoing/download-error.ts";

/** The least that has to arrive: so many bytes in so many seconds, and the first byte in as many. */
export type Pace = { seconds: number; bytes: number };

/** Aborts its signal with a DownloadError when a download makes no progress, or too little. */
export function watchProgress(pace: Pace | undefined) {
  const stop = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let arrived = 0;
  let hasEnded = false;
  const restart = () => {
    clearTimeout(timer);
    arrived = 0;
    if (!pace || hasEnded) return;
    const { seconds, bytes } = pace;
    const least = `less than ${Math.round(bytes / 1_024)} kB in ${seconds} seconds`;
    const fail = () => stop.abort(new DownloadError(`is too slow: it sent ${least}`));
    timer = setTimeout(fail, seconds * 1_000);
  };
  restart();
  return {
    signal: stop.signal,
    /** The server answered. */
    restart,
    note: (bytes: number) => {
      arrived += bytes;
      if (pace && arrived >= pace.bytes) restart();
    },
    /** What arrived last may be noted after the end. */
    end: () => {
      hasEnded = true;
      clearTimeout(timer);
    },
  };
}
export type Progress = ReturnType<typeof watchProgress>;
