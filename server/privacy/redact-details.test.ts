import { expect, test } from "vitest";
import { carDetails } from "#shared/listings/car-details.ts";
import { redactDetails } from "./redact-details.ts";

const rewrite = (text: string) => text.replaceAll("a@b.co", "Deleted account");

test("redacted details are still details that a form accepts", () => {
  const details = {
    doors: 5,
    trim: `${"x".repeat(114)}a@b.co`,
    options: [`${"y".repeat(74)}a@b.co`, "Sat nav"],
    advertUrl: "https://cars.example/?by=a@b.co",
  };
  const left = redactDetails(details, rewrite)!;
  expect(carDetails.parse(left)).toEqual(left);
  expect(left).toEqual({
    doors: 5,
    trim: `${"x".repeat(114)}Delete`,
    options: [`${"y".repeat(74)}Delete`, "Sat nav"],
  });
});

test("keeps an address that names no one, and nothing if nothing else was stated", () => {
  const advertUrl = "https://cars.example/1";
  expect(redactDetails({ advertUrl }, rewrite)).toEqual({ advertUrl });
  expect(redactDetails({ advertUrl: `${advertUrl}?a@b.co` }, rewrite)).toBeNull();
});
