import { readFileSync } from "node:fs";
import { create, type Font } from "fontkit";
import { expect, test } from "vitest";
// @ts-expect-error The scripts are plain JavaScript.
import * as script from "./make-display-font.mjs";

const alphabets: string[] = script.alphabets;
const fontFile: (alphabet: string) => string = script.fontFile;
const makeFont: (alphabet: string) => Promise<Buffer> = script.makeFont;
const weight: number = script.weight;

test.each(alphabets)("the shop's font for %s is Fontsource's in one weight", async (alphabet) => {
  const font = readFileSync(fontFile(alphabet));
  expect(font.equals(await makeFont(alphabet))).toBe(true);
  expect(Object.keys((create(font) as Font).variationAxes)).toEqual(["opsz"]);
});

test("headings and prices have the weight of the font", () => {
  const styles = readFileSync("web/app.css", "utf8");
  expect(/@utility display \{[^}]*font-weight: (\d+);/.exec(styles)?.[1]).toBe(String(weight));
  const faces = readFileSync("web/fonts/fraunces.css", "utf8").match(/font-weight: \d+/g);
  expect(faces).toEqual(alphabets.map(() => `font-weight: ${weight}`));
});
