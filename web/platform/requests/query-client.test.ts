import { describe, expect, it, vi } from "vitest";
import { AppError } from "#shared/errors/app-error.ts";
import { pageQueryClient, mayRetry, retryDelay } from "./query-client.ts";
import { toast } from "../toast.ts";

describe("a failed call", () => {
  it("is tried again three times, doubling from 1 s up to 30 s", () => {
    const fault = new AppError("internal");
    expect([0, 1, 2, 3].map((failures) => mayRetry(failures, fault))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });

  it("is not tried again when it was refused", () => {
    for (const code of ["not_found", "not_allowed", "invalid_input", "too_many_requests"] as const)
      expect(mayRetry(0, new AppError(code))).toBe(false);
  });

  it("is not tried again while the device is offline, or after its page was left", () => {
    expect(mayRetry(0, new DOMException("Left", "AbortError"))).toBe(false);
    vi.stubGlobal("navigator", { onLine: false });
    expect(mayRetry(0, new AppError("unavailable"))).toBe(false);
    vi.unstubAllGlobals();
  });

  it("keeps what was read for five minutes", () => {
    expect(pageQueryClient().getDefaultOptions().queries?.gcTime).toBe(300_000);
  });

  it("is said in a toast, unless its form says it", async () => {
    const toasts = vi.spyOn(toast, "error").mockReturnValue("id");
    const queryClient = pageQueryClient();
    const run = (meta?: { formShowsErrors: boolean }) =>
      queryClient
        .getMutationCache()
        .build(queryClient, { mutationFn: () => Promise.reject(new AppError("conflict")), meta })
        .execute(undefined)
        .catch(() => undefined);
    await run({ formShowsErrors: true });
    expect(toasts).not.toHaveBeenCalled();
    await run();
    expect(toasts).toHaveBeenCalledWith("Someone else just changed this. Refresh and try again.");
  });
});
