import { describe, expect, it } from "vitest";
import { loginPath, returnPath } from "./return-path.ts";

const readFrom = (from: string) => returnPath(new URLSearchParams({ from }));

describe("the place to come back to", () => {
  it("survives the way through the sign-in link, dialog included", () => {
    const link = loginPath({ pathname: "/products/2", search: "?book=a%20b&sort=newest" });
    expect(returnPath(new URL(link, "http://shop").searchParams)).toBe(
      "/products/2?book=a%20b&sort=newest",
    );
  });

  it.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "javascript:alert(1)",
    "dashboard",
    "",
  ])("is refused when it leaves the site: %j", (from) => expect(readFrom(from)).toBeNull());

  it.each(["/login", "/login?from=/login", "/signup", "/reset-password", "/dashboard/../login"])(
    "is never a door itself: %s",
    (from) => expect(readFrom(from)).toBeNull(),
  );
});
