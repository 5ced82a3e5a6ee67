import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { priceLabels } from "#shared/listings/price-label.ts";

const css = readFileSync("web/app.css", "utf8");
type Theme = "light" | "dark";

/** The value of a color token in a theme: red, green and blue from 0 to 1. */
function colorOf(token: string, theme: Theme): number[] {
  const value = new RegExp(`--color-${token}: ([^;]+);`).exec(css)?.[1];
  const other = value && /^var\(--color-([\w-]+)\)$/.exec(value)?.[1];
  if (other) return colorOf(other, theme);
  const [light, dark = light] = value?.match(/#[\da-f]{6}/g) ?? [];
  const hex = theme === "light" ? light : dark;
  if (!hex) throw new Error(`The token ${token} is not a color.`);
  return [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16) / 255);
}

/** Relative luminance and contrast as WCAG 2.2 defines them. */
function luminanceOf(color: readonly number[]): number {
  const [red, green, blue] = color.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  ) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrastOf(one: string, other: string, theme: Theme): number {
  const [dark, light] = [one, other]
    .map((token) => luminanceOf(colorOf(token, theme)))
    .toSorted((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const grounds = ["paper", "raised", "well"];
const texts = ["ink", "muted", "brass-ink", "action-ink", "danger"];
const zones = priceLabels.map((label) => `zone-${label.replace("_", "-")}`);
const onItsOwn = [
  ["on-action", "action"],
  ["on-action", "action-hover"],
  ["on-action", "danger-fill"],
  ["on-action", "banner"],
  ["on-stage", "stage"],
  ["on-stage", "film"],
  ["film-line", "film"],
] as const;

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  test.each(texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)))(
    "%s on %s can be read as text",
    (text, ground) => {
      expect(contrastOf(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
    },
  );

  test.each(onItsOwn)("%s on %s can be read as text", (text, ground) => {
    expect(contrastOf(text, ground, theme)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(grounds)("the edge of a field is seen on %s", (ground) => {
    expect(contrastOf("edge", ground, theme)).toBeGreaterThanOrEqual(3);
  });

  test.each(zones)("%s is seen", (zone) => {
    expect(contrastOf(zone, "paper", theme)).toBeGreaterThanOrEqual(2);
  });
});

test("every color token is one of a pair that is compared, or a ground, a line or a veil", () => {
  const tokens = [...css.matchAll(/--color-([\w-]+):/g)].map(([, token]) => token!);
  const compared = new Set([...grounds, ...texts, ...onItsOwn.flat(), "edge", ...zones]);
  const others = ["surface", "success", "line", "brass", "veil", "floor", "floor-edge"];
  expect(
    [...new Set(tokens)].filter((token) => !compared.has(token) && !others.includes(token)),
  ).toEqual([]);
});
