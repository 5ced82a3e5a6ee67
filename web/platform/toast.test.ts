import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

// A fresh list for each test: other tests show toasts, too.
let { pauseToasts, readToasts, resumeToasts, toast } = await import("./toast.ts");
const shown = () => readToasts().map(({ message, isVisible }) => [message, isVisible]);

describe("a toast", () => {
  beforeEach(async () => {
    vi.useFakeTimers();
    vi.resetModules();
    ({ pauseToasts, readToasts, resumeToasts, toast } = await import("./toast.ts"));
  });
  afterEach(() => {
    vi.runAllTimers();
    vi.useRealTimers();
  });

  it("is renewed by the same text and kind, and joined by any other", () => {
    const first = toast.error("No answer.");
    expect(toast.error("No answer.")).toBe(first);
    expect(toast.error("Still no answer.")).not.toBe(first);
    expect(toast.success("No answer.")).not.toBe(first);
    expect(readToasts()).toHaveLength(3);
  });

  it("stays 2 seconds after a success and 4 after an error, then fades out", () => {
    toast.success("Saved");
    toast.error("Not saved");
    vi.advanceTimersByTime(1_999);
    expect(shown()).toEqual([
      ["Not saved", true],
      ["Saved", true],
    ]);
    vi.advanceTimersByTime(1);
    expect(shown()).toEqual([
      ["Not saved", true],
      ["Saved", false],
    ]);
    vi.advanceTimersByTime(2_000);
    expect(shown()).toEqual([["Not saved", false]]);
    vi.advanceTimersByTime(1_000);
    expect(shown()).toEqual([]);
  });

  it("stays if it is renewed while it fades and the pointer keeps toasts", () => {
    toast.error("Not saved");
    vi.advanceTimersByTime(4_000);
    pauseToasts();
    toast.error("Not saved");
    vi.advanceTimersByTime(10_000);
    expect(shown()).toEqual([["Not saved", true]]);
    resumeToasts();
  });

  it("starts its time again when it is renewed, also while it fades", () => {
    toast.success("Saved");
    vi.advanceTimersByTime(1_500);
    toast.success("Saved");
    vi.advanceTimersByTime(1_999);
    expect(shown()).toEqual([["Saved", true]]);
    vi.advanceTimersByTime(500);
    toast.success("Saved");
    vi.advanceTimersByTime(1_999);
    expect(shown()).toEqual([["Saved", true]]);
  });

  it("stays while paused, and then as long as it had left", () => {
    toast.success("Saved");
    vi.advanceTimersByTime(1_500);
    pauseToasts();
    toast.error("Not saved");
    vi.advanceTimersByTime(60_000);
    expect(shown()).toEqual([
      ["Not saved", true],
      ["Saved", true],
    ]);
    resumeToasts();
    vi.advanceTimersByTime(500);
    expect(shown()).toEqual([
      ["Not saved", true],
      ["Saved", false],
    ]);
  });

  it("is dropped when 20 newer ones are shown", () => {
    for (let at = 0; at < 21; at += 1) toast.error(`Error ${at}`);
    expect(readToasts()).toHaveLength(20);
    expect(readToasts().at(-1)?.message).toBe("Error 1");
  });
});
