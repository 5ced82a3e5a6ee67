import { useEffect, useState } from "react";
import { dateFormat } from "#shared/dates/date-format.ts";
import { timeLeft } from "./time-left.ts";

const tick = 15_000;

// In the reader's time zone; the tooltip names it.
const day = { month: "short", day: "numeric" } as const;
const end = dateFormat({ ...day, hour: "numeric", minute: "2-digit" });
const wholeEnd = dateFormat({ dateStyle: "full", timeStyle: "long" });

/** When a hold ends, as people read it: "Nov 22, 9:48 PM". For what a browser has fetched, not for shared HTML. */
export function formatHoldEnd(expiresAt: string): string {
  return end(expiresAt);
}

/** When a hold ends and how long that is, counting down. Not a live region: it would be read out every few seconds. */
export function HoldEnd({ expiresAt }: { expiresAt: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(Date.parse(expiresAt), now);
  return (
    <time dateTime={expiresAt} title={wholeEnd(expiresAt)}>
      {left === null ? (
        `The hold expired on ${formatHoldEnd(expiresAt)}`
      ) : (
        <>
          Held until {formatHoldEnd(expiresAt)} <span className="whitespace-nowrap">({left})</span>
        </>
      )}
    </time>
  );
}
