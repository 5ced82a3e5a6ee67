import { expect, test } from "vitest";
import { localPath } from "./return-path.ts";

// ASVS 3.7.2
test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "/%2e//evil.example",
  "/./\\evil.example",
  "javascript:alert(1)",
  "/login",
  "/assets/index.js",
  "/products/../assets/index.js",
  "/api/bookings",
  "/images/1",
  "",
])("rejects %j", (given) => {
  expect(localPath(given)).toBeNull();
});

test.each(["/", "/products/1?book=1", "/dashboard/myorders#top", "/products/a//b"])(
  "accepts %j",
  (given) => {
    expect(localPath(given)).toBe(given);
  },
);
