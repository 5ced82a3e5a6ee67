import { expect, test } from "vitest";
import { idInListingPath, linkedCarPath, listingPath } from "./listing-path.ts";

const _id = "0b7f3c1e-2a4d-4e6f-8a9b-1c2d3e4f5a6b";

test.each([
  ["BMW 320d M Sport", "bmw-320d-m-sport"],
  ["Mercedes-Benz CLA 45 S 4MATIC+", "mercedes-benz-cla-45-s-4matic"],
  ["Škoda / Citroën – DS4", "skoda-citroen-ds4"],
  ["Ærø Łódź Straße", "aero-lodz-strasse"],
  ["Ауди", "car"],
  ["  ", "car"],
  ["x".repeat(160), "x".repeat(80)],
])("the path of %j is /cars/%s-<id>, and leads back to the id", (name, slug) => {
  const path = listingPath({ _id, name });
  expect(path).toBe(`/cars/${slug}-${_id}`);
  expect(idInListingPath(path.slice("/cars/".length))).toBe(_id);
});

test.each(["", "bmw", "bmw-1234", `${_id}x`])("%j contains no id", (segment) => {
  expect(idInListingPath(segment)).toBeNull();
});

test.each([
  `https://cars.example/cars/bmw-320d-${_id}`,
  `https://cars.example/cars/bmw-320d-${_id}.`,
  `(https://cars.example/cars/bmw-320d-${_id})`,
  `<https://cars.example/cars/bmw-320d-${_id}>, `,
  `cars.example/cars/${_id}?from=email#photos`,
  ` /cars/bmw-320d-${_id.toUpperCase()}/ `,
])("reads the car of a pasted link: %s", (text) => {
  expect(linkedCarPath(text)).toBe(`/cars/${_id}`);
});

test.each(["", "bmw 320d", _id, "/cars/bmw-320d", `/cars/${_id}x`, `/products/${_id}`])(
  "reads no link to a car in %j",
  (text) => {
    expect(linkedCarPath(text)).toBeNull();
  },
);
