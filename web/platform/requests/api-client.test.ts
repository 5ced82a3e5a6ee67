import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readAccessToken, storeAccessToken } from "#web/identity/sessions/access-token.ts";
import { renewAccessToken } from "#web/identity/sessions/renew-access-token.ts";
import { api, readCursor } from "./api-client.ts";
import { setTokenSource } from "./token-source.ts";

setTokenSource({ read: readAccessToken, account: () => null, renew: renewAccessToken });

type Call = {
  url: string;
  method: string;
  token: string | null;
  type: string | null;
  body: unknown;
};

/** Stubs fetch with `answer`; returns the recorded calls. */
function aServer(answer: (call: Call) => Response): Call[] {
  const calls: Call[] = [];
  vi.stubGlobal("fetch", (url: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    const call = {
      url,
      method: init.method ?? "GET",
      token: headers.get("authorization"),
      type: headers.get("content-type"),
      body: init.body,
    };
    calls.push(call);
    return Promise.resolve(answer(call));
  });
  return calls;
}
const refuse = (status: number, code: string, message: string, fields?: Record<string, string>) =>
  Response.json({ error: { code, message, fields, requestId: "r" }, message }, { status });

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("window", {});
});
afterEach(() => vi.unstubAllGlobals());

describe("a call of the product server", () => {
  it("carries the stored token; a PUT has a JSON content type and no body", async () => {
    storeAccessToken("t1");
    const calls = aServer(() => Response.json({ modifiedCount: 1 }));
    await expect(api.put("/products/1")).resolves.toEqual({ modifiedCount: 1 });
    expect(calls).toEqual([
      {
        url: "/api/products/1",
        method: "PUT",
        token: "Bearer t1",
        type: "application/json",
        body: undefined,
      },
    ]);
  });

  it("is refused with the server's own code, words and fields", async () => {
    aServer(() => refuse(400, "invalid_input", "Name is required.", { name: "Name is required." }));
    await expect(api.post("/addproduct", {})).rejects.toMatchObject({
      code: "invalid_input",
      status: 400,
      message: "Name is required.",
      fields: { name: "Name is required." },
    });
  });

  it("renews an expired token once and repeats the request", async () => {
    storeAccessToken("old");
    const calls = aServer(({ url, token }) => {
      if (url === "/api/auth/get-session")
        return Response.json({ user: { id: "1", name: "B", email: "b@x.example" } });
      if (url.startsWith("/api/jwt")) return Response.json({ accessToken: "new", expiresAt: "" });
      return token === "Bearer new" ? Response.json(["car"]) : refuse(401, "token_invalid", "over");
    });
    await expect(Promise.all([api.get("/users"), api.get("/buyer")])).resolves.toEqual([
      ["car"],
      ["car"],
    ]);
    expect(calls.filter(({ url }) => url.startsWith("/api/jwt"))).toHaveLength(1);
    expect(readAccessToken()).toBe("new");
  });

  it("forgets the token when the session has ended too", async () => {
    storeAccessToken("old");
    aServer(({ url }) =>
      url === "/api/auth/get-session" ? Response.json(null) : refuse(401, "token_invalid", "over"),
    );
    await expect(api.get("/users")).rejects.toMatchObject({ code: "token_invalid" });
    expect(readAccessToken()).toBeNull();
  });

  it("stops asking when a fresh token is refused as well", async () => {
    storeAccessToken("old");
    const calls = aServer(({ url }) => {
      if (url === "/api/auth/get-session")
        return Response.json({ user: { id: "1", name: "B", email: "b@x.example" } });
      if (url.startsWith("/api/jwt")) return Response.json({ accessToken: "new", expiresAt: "" });
      return refuse(401, "token_invalid", "over");
    });
    await expect(api.get("/users")).rejects.toMatchObject({ status: 401 });
    expect(calls.filter(({ url }) => url === "/api/users")).toHaveLength(2);
  });

  it("says so where nothing answers", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    await expect(api.get("/users")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("says that the device is offline", async () => {
    vi.stubGlobal("navigator", { onLine: false });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("failed")));
    await expect(api.get("/users")).rejects.toMatchObject({
      code: "unavailable",
      message: "You are offline. Please check your connection and try again.",
    });
  });

  it("gives up on a connection that never answers, so that nothing arrives much later", async () => {
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort());
    vi.stubGlobal("fetch", (_: string, init: RequestInit) =>
      init.signal?.aborted
        ? Promise.reject(new DOMException("late", "TimeoutError"))
        : new Promise(() => {}),
    );
    await expect(api.post("/bookings", {})).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringContaining("did not respond in time") as string,
    });
    expect(timeout).toHaveBeenCalledWith(60_000);
    timeout.mockRestore();
  });

  it("reads a page's total and next cursor from its headers", async () => {
    const calls = aServer(() =>
      Response.json([1], {
        headers: { "x-total-count": "7", link: '</api/buyer?limit=50&cursor=a%2Bb>; rel="next"' },
      }),
    );
    await expect(api.list("/bookings?email=x", "c d")).resolves.toEqual({
      items: [1],
      total: 7,
      nextCursor: "a+b",
      previousCursor: null,
    });
    expect(calls[0]?.url).toBe("/api/bookings?email=x&cursor=c%20d");
    const both = '<http://h/a?cursor=1>; rel="prev", <http://h/a?cursor=2>; rel="next"';
    expect(readCursor(both, "next")).toBe("2");
    expect(readCursor(both, "prev")).toBe("1");
    expect(readCursor(null, "next")).toBeNull();
  });
});
