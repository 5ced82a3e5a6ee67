import { afterEach, expect, test, vi } from "vitest";
import { noteServerTime, serverTime } from "./server-clock.ts";

afterEach(() => vi.useRealTimers());

test("tells the server's time, whatever the device's clock says", () => {
  vi.useFakeTimers();
  const answer = (date: string) => ({ headers: new Headers({ date }) });
  noteServerTime(answer("Sat, 28 Nov 2026 10:00:00 GMT"));
  vi.advanceTimersByTime(60_000);
  vi.setSystemTime("2031-01-01T00:00:00Z");
  expect(new Date(serverTime()).toISOString()).toBe("2026-11-28T10:01:00.000Z");
  noteServerTime(answer(""));
  expect(new Date(serverTime()).toISOString()).toBe("2026-11-28T10:01:00.000Z");
});
