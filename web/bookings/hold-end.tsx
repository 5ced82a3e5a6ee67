import { useEffect, useState } from "react";
import { dateFormat } from "#shared/dates/date-format.ts";
import { serverTime } from "#web/platform/requests/server-clock.ts";
import { timeLeft } from "./time-left.ts";

const tick = 15_000;

// In the reader's time zone; the tooltip names it.
const day = { month: "short", day: "numeric" } as const;
const end = dateFormat({ ...day, hour: "numeric", minute: "2-digit" });
const wholeEnd = dateFormat({ dateStyle: "full", timeStyle: "long" });

/**
 * Formats the end of a hold: "Nov 22, 9:48 PM". Only for browser-rendered content, because it uses the reader's time
 * zone.
 */
export function formatHoldEnd(expiresAt: string): string {
  return end(expiresAt);
}

/** Shows when a hold ends, with a countdown. Not a live region, so screen readers don't read it every few seconds. */
export function HoldEnd({ expiresAt }: { expiresAt: string }) {
  const [now, setNow] = useState(() => serverTime());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTime()), tick);
    return () => clearInterval(timer);
  }, []);
  const left = timeLeft(Date.parse(expiresAt), now);
  return (
    <time dateTime={expiresAt} title={wholeEnd(expiresAt)}>
      {left === null ? (
        `The hold expired on ${formatHoldEnd(expiresAt)}`
      ) : (
        <>
          <span>{`Held until ${formatHoldEnd(expiresAt)}`}</span>{" "}
          <span className="whitespace-nowrap">{`(${left})`}</span>
        </>
      )}
    </time>
  );
}
