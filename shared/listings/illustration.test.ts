import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { illustrationPath, isIllustration } from "./illustration.ts";
import { bodyTypes } from "#shared/makes/body-type.ts";

const drawn = new Set(
  (JSON.parse(readFileSync("web/public/cars/manifest.json", "utf8")) as { file: string }[]).map(
    ({ file }) => `/cars/${file}`,
  ),
);

test("every body type and color has an illustration", () => {
  const colours = [
    null,
    "Jet Black",
    "Estoril blue",
    "racing GREEN",
    "Grau",
    "Rot",
    "Silber metallic",
    "alpine white",
    "chameleon",
  ];
  for (const bodyType of [null, ...bodyTypes])
    for (const colour of colours)
      for (const id of ["a", "b", "c", "d", "e", "f", "g", "h"])
        expect(drawn).toContain(illustrationPath({ id, bodyType, colour }));
});

test("shows a known color, and picks a fixed one per car for an unknown color", () => {
  expect(illustrationPath({ id: "1", bodyType: "mpv", colour: "Estoril Blue" })).toBe(
    "/cars/estate-blue.webp",
  );
  expect(illustrationPath({ id: "1", bodyType: "saloon", colour: "Polar White" })).toBe(
    "/cars/saloon-white.webp",
  );
  const shown = (id: string) => illustrationPath({ id, bodyType: "coupe", colour: null });
  expect(shown("one car")).toBe(shown("one car"));
  expect(new Set(Array.from({ length: 40 }, (_, place) => shown(`car ${place}`))).size).toBe(7);
});

test("tells an illustration's URL from a photo's", () => {
  for (const bodyType of [...bodyTypes, null])
    expect(isIllustration(illustrationPath({ id: "1", bodyType, colour: null }))).toBe(true);
  for (const image of [
    "",
    "/images/saloon-red.webp",
    "/cars/saloon-red.jpg",
    "/cars/tank-red.webp",
    "https://elsewhere.example/cars/saloon-red.webp",
  ])
    expect(isIllustration(image)).toBe(false);
});
