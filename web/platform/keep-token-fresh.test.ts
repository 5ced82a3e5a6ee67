import { describe, expect, it } from "vitest";
import { isTokenLive, readTokenClaims } from "./access-token.ts";
import { untilRenewal } from "./keep-token-fresh.ts";

const aToken = (claims: object) =>
  `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;

describe("a token's renewal", () => {
  it("comes five minutes before it ends, and at once where that is past", () => {
    expect(untilRenewal(3_600_000, 0)).toBe(55 * 60_000);
    expect(untilRenewal(3_600_000, 3_500_000)).toBe(0);
    expect(untilRenewal(3_600_000, 9_999_999)).toBe(0);
  });

  it("knows when a token ends and whose it is", () => {
    expect(readTokenClaims(aToken({ exp: 10, sub: "ünï" }))).toEqual({
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
