import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { bodyTypes } from "#shared/makes/body-type.ts";
import { illustrationPath, isIllustration, variedPictures } from "./illustration.ts";

const drawn = new Set(
  (JSON.parse(readFileSync("web/public/cars/manifest.json", "utf8")) as { file: string }[]).map(
    ({ file }) => `/cars/${file}`,
  ),
);
const aCar = { id: "1", make: "BMW", model: "320d", bodyType: "saloon", colour: null } as const;
const ids = Array.from({ length: 40 }, (_, at) => `car ${at}`);

test("every body type, make and color has an illustration", () => {
  const colours = [
    null,
    "Jet Black",
    "Estoril blue",
    "racing GREEN",
    "Grau",
    "Rot",
    "Silber metallic",
    "alpine white",
    "Champagne",
    "bronze",
    "sunset orange",
    "chameleon",
  ];
  for (const bodyType of [null, ...bodyTypes])
    for (const model of [null, "320d", "Z4 sDrive20i", "CLA 200", "X5", "A1 Sportback"])
      for (const make of ["BMW", "Mercedes-Benz", "Audi", "Volvo"])
        for (const colour of colours)
          for (const id of ids.slice(0, 8))
            expect(drawn).toContain(illustrationPath({ id, make, model, bodyType, colour }));
});

test.each([
  [{ bodyType: "mpv", model: "V 250 d", make: "Mercedes-Benz" }, "van-slot"],
  [{ bodyType: "convertible", model: "Z4" }, "roadster-twin"],
  [{ bodyType: "convertible", model: "430i" }, "convertible-twin"],
  [{ bodyType: "estate", model: "CLA 200", make: "Mercedes-Benz" }, "brake-slot"],
  [{ bodyType: "suv", model: "Q7", make: "Audi" }, "offroader-frame"],
  [{ bodyType: "suv", model: "Q3", make: "Audi" }, "suv-frame"],
  [{ bodyType: "hatchback", model: "A1", make: "Audi" }, "city-frame"],
] as const)("draws %o as %s", (facts, expected) => {
  const seen = new Set(
    ids.map((id) => illustrationPath({ ...aCar, ...facts, id, colour: "Estoril Blue" })),
  );
  const [body] = expected.split("-");
  expect(seen).toEqual(new Set([`/cars/${expected}-blue.webp`, `/cars/${body}-rear-blue.webp`]));
});

test("shows a car under a cloth for a body that is not drawn, or not known", () => {
  for (const bodyType of ["pickup", null] as const)
    expect(illustrationPath({ ...aCar, bodyType })).toBe("/cars/covered.webp");
});

test("shows a known color, and picks a fixed one per car for an unknown color", () => {
  expect(illustrationPath({ ...aCar, colour: "Polar White" })).toMatch(/-white[.]webp$/);
  const shown = (id: string) => illustrationPath({ ...aCar, id });
  expect(shown("one car")).toBe(shown("one car"));
  const paints = new Set(ids.map((id) => /(\w+)[.]webp$/.exec(shown(id))![1]));
  expect(paints.size).toBe(10);
});

test("tells an illustration's URL from a photo's", () => {
  for (const bodyType of [...bodyTypes, null])
    expect(isIllustration(illustrationPath({ ...aCar, bodyType }))).toBe(true);
  // That of a booking of an earlier version.
  expect(isIllustration("/cars/saloon-red.webp")).toBe(true);
  for (const image of [
    "",
    "/images/saloon-red.webp",
    "/cars/saloon-slot-red.jpg",
    "/cars/tank-slot-red.webp",
    "https://elsewhere.example/cars/saloon-slot-red.webp",
  ])
    expect(isIllustration(image)).toBe(false);
});

describe("in a row of three cards", () => {
  const shownOf = (...images: string[]) =>
    variedPictures(images.map((image) => ({ image }))).map(
      ({ image, isMirrored }) => `${image}${isMirrored ? " mirrored" : ""}`,
    );
  const front = "/cars/suv-frame-red.webp";
  const rear = "/cars/suv-rear-red.webp";

  test("the same illustration is shown from the other end, and mirrored", () => {
    expect(shownOf(front, front, front, front)).toEqual([front, rear, `${front} mirrored`, front]);
    expect(shownOf(rear, front, rear)).toEqual([rear, front, `${rear} mirrored`]);
  });

  test("those that have one view are never beside their like", () => {
    for (const image of [rear, "/cars/covered.webp"])
      expect(shownOf(image, image, image)).toEqual([image, `${image} mirrored`, image]);
  });

  test("a photo stays as it is", () => {
    const photo = "/images/0a1b2c3d-0000-4000-8000-000000000000/1200.jpg";
    expect(shownOf(photo, photo)).toEqual([photo, photo]);
  });
});
