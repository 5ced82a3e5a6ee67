import { useEffect, useState } from "react";
import { timeLeft } from "./time-left.ts";

const tick = 15_000;

/** How long a car is still held, counting down. Not announced: a screen reader would read it out again and again. */
export function HoldCountdown({ expiresAt }: { expiresAt: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tick);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={expiresAt} title={`until ${new Date(expiresAt).toLocaleString("en-GB")}`}>
      {timeLeft(Date.parse(expiresAt), now)}
    </time>
  );
}
