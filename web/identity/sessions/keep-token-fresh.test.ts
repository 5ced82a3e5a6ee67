import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isTokenLive, readAccessToken, readTokenClaims, storeAccessToken } from "./access-token.ts";
import { keepTokenFresh, pauseAfter, untilRenewal } from "./keep-token-fresh.ts";

const aToken = (claims: object) =>
  `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;

const minute = 60_000;
const hour = 60 * minute;

describe("a token's renewal", () => {
  const aHourLong = { issuedAt: 0, expiresAt: hour };

  it("is due five minutes before the token expires, and at once after that", () => {
    expect(untilRenewal(aHourLong, 0)).toBe(55 * minute);
    expect(untilRenewal(aHourLong, 58 * minute)).toBe(0);
    expect(untilRenewal(aHourLong, 9 * hour)).toBe(0);
  });

  it("is due halfway through the life of a short token", () => {
    expect(untilRenewal({ issuedAt: 0, expiresAt: 4 * minute }, 0)).toBe(2 * minute);
  });

  it("pauses longer after each failure, up to ten minutes", () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(pauseAfter)).toEqual([
      30_000, 60_000, 120_000, 240_000, 480_000, 600_000, 600_000,
    ]);
  });

  it("knows when a token was issued, when it expires and whose it is", () => {
    expect(readTokenClaims(aToken({ iat: 4, exp: 10, sub: "ünï" }))).toEqual({
      issuedAt: 4_000,
      expiresAt: 10_000,
      subject: "ünï",
    });
    expect(isTokenLive(aToken({ exp: 10 }), 9_999)).toBe(true);
    expect(isTokenLive(aToken({ exp: 10 }), 10_000)).toBe(false);
  });

  it.each([null, "", "nonsense", "a.b.c", aToken({}), aToken({ exp: "soon" })])(
    "never takes %j for a live token",
    (token) => {
      expect(isTokenLive(token, 0)).toBe(false);
    },
  );
});

describe("a page that keeps its token fresh", () => {
  const stored = new Map<string, string>();
  const listeners = new EventTarget();
  let deviceAhead = 0;
  let isDown = false;
  let requests = 0;

  /** The server's clock, in seconds. */
  const serverSeconds = () => Math.floor((Date.now() - deviceAhead) / 1_000);
  const issue = () => aToken({ iat: serverSeconds(), exp: serverSeconds() + 3_600, n: requests });

  beforeEach(() => {
    // Not those of other files, which share the worker: hours of them would take minutes.
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    stored.clear();
    [deviceAhead, isDown, requests] = [0, false, 0];
    vi.stubGlobal("navigator", {});
    vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
    vi.stubGlobal("localStorage", {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    });
    vi.stubGlobal("window", {
      addEventListener: listeners.addEventListener.bind(listeners),
      removeEventListener: listeners.removeEventListener.bind(listeners),
    });
    vi.stubGlobal("fetch", (url: string) => {
      if (url === "/api/auth/get-session")
        return Promise.resolve(
          Response.json({ user: { id: "1", name: "B", email: "b@x.example" } }),
        );
      requests += 1;
      if (isDown) return Promise.reject(new TypeError("failed"));
      return Promise.resolve(Response.json({ accessToken: issue(), expiresAt: "" }));
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it.each([
    ["right", 0],
    ["55 minutes ahead", 55 * minute],
    ["58 minutes ahead", 58 * minute],
    ["61 minutes ahead", 61 * minute],
    ["3 days ahead", 72 * hour],
    ["58 minutes behind", -58 * minute],
    ["3 days behind", -72 * hour],
  ])("renews every 55 minutes where the device's clock is %s", async (_, ahead) => {
    deviceAhead = ahead;
    storeAccessToken(issue());
    const stop = keepTokenFresh();
    await vi.advanceTimersByTimeAsync(54 * minute);
    expect(requests).toBe(0);
    await vi.advanceTimersByTimeAsync(2 * minute);
    expect(requests).toBe(1);
    await vi.advanceTimersByTimeAsync(10 * hour - 56 * minute);
    expect(requests).toBe(10);
    stop();
  });

  it.each([
    ["58 minutes ahead", 58 * minute],
    ["a day behind", -24 * hour],
  ])("does not renew with each reload where the clock is %s", async (_, ahead) => {
    deviceAhead = ahead;
    storeAccessToken(issue());
    for (let reload = 0; reload < 50; reload += 1) {
      const stop = keepTokenFresh();
      await vi.advanceTimersByTimeAsync(minute);
      stop();
    }
    expect(requests).toBe(0);
  });

  it("learns the server's time by one renewal where it does not know it yet", async () => {
    deviceAhead = 58 * minute;
    stored.set("access-token", issue());
    const stop = keepTokenFresh();
    await vi.advanceTimersByTimeAsync(50 * minute);
    expect(requests).toBe(1);
    stop();
  });

  it("renews a token that expired while the page slept, once", async () => {
    storeAccessToken(issue());
    const stop = keepTokenFresh();
    vi.setSystemTime(Date.now() + 5 * hour);
    document.dispatchEvent(new Event("visibilitychange"));
    document.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(minute);
    expect(requests).toBe(1);
    stop();
  });

  it("backs off while the server is down, and renews at once when the connection is back", async () => {
    storeAccessToken(issue());
    const stop = keepTokenFresh();
    isDown = true;
    await vi.advanceTimersByTimeAsync(2 * hour);
    expect(requests).toBeGreaterThan(3);
    expect(requests).toBeLessThan(15);
    isDown = false;
    requests = 0;
    listeners.dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(requests).toBe(1);
    stop();
  });

  it("leaves the renewal to another tab that was faster", async () => {
    let myTurn = () => {};
    vi.stubGlobal("navigator", {
      locks: {
        request: async (_name: string, work: () => Promise<void>) => {
          await new Promise<void>((resolve) => (myTurn = resolve));
          await work();
        },
      },
    });
    storeAccessToken(issue());
    const stop = keepTokenFresh();
    await vi.advanceTimersByTimeAsync(55 * minute);
    stored.set("access-token", aToken({ iat: serverSeconds(), exp: serverSeconds() + 3_600 }));
    myTurn();
    await vi.advanceTimersByTimeAsync(50 * minute);
    expect(requests).toBe(0);
    expect(readAccessToken()).toBe(stored.get("access-token"));
    stop();
  });
});
