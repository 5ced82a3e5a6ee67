import { describe, expect, it } from "vitest";
import { addProductBody, changeProductBody } from "#shared/listings/listing-contract.ts";
import type { OwnListingDetail } from "#shared/listings/listing-detail.ts";
import { presentOwnDetails } from "#shared/listings/car-details.ts";
import { changedProductBody, emptyProduct, newProductBody, productFormOf } from "./product-body.ts";

const seller = { email: "seller@marque.example", displayName: "Sam" };
const photos = [
  { image: "/images/a.jpg", alt: "Front" },
  { image: "/images/b.jpg", alt: "" },
];
const typed = {
  ...emptyProduct,
  name: "Audi A4",
  originalPrice: "30000",
  resalePrice: "21000.5",
  category: "Audi",
};

describe("what the add-product form sends", () => {
  it("is read by the server with both prices, the brand's number and no made-up facts", () => {
    const read = addProductBody.parse(newProductBody(typed, seller, photos, "USD"));
    expect(read).toMatchObject({
      originalPrice: 30000,
      resalePrice: 21000.5,
      categoryId: 3,
      condition: "Excellent",
      image: "/images/a.jpg",
      photos,
    });
    for (const fact of [
      "model",
      "year",
      "mileage",
      "mileageUnit",
      "fuel",
      "transmission",
      "engineSize",
      "bodyType",
      "colour",
      "powerKw",
      "drive",
      "trim",
      "firstRegistration",
      "advertUrl",
    ] as const)
      expect(read[fact]).toBeUndefined();
  });

  it("names the unit of a mileage", () => {
    expect(
      newProductBody({ ...typed, mileage: "1,200", mileageUnit: "km" }, seller, [], "USD"),
    ).toMatchObject({ mileage: "1200", mileageUnit: "km" });
  });

  it("has plain numbers for prices typed with signs and commas, and the rest as typed", () => {
    const prices = { originalPrice: "$1,234,567.89", resalePrice: "41.000,50" };
    expect(newProductBody({ ...typed, ...prices }, seller, [], "USD")).toMatchObject({
      originalPrice: "1234567.89",
      resalePrice: "41.000,50",
    });
  });
});

describe("what the edit form sends", () => {
  const product = {
    name: "Audi A4",
    location: "Porto",
    originalPrice: null,
    resalePrice: 21_000.5,
    purchase: 2019,
    used: 7,
    category: "Audi",
    phone: null,
    condition: null,
    description: "",
    model: "A4",
    year: 2019,
    mileage: 41_000,
    mileageUnit: "km",
    fuel: "diesel",
    transmission: null,
    engineSize: 2,
    bodyType: null,
    colour: null,
    currency: "USD",
    photos,
    ...presentOwnDetails({ powerKw: 140, doors: 5, options: ["Sat nav", "Tow bar"] }),
  } as OwnListingDetail;
  const change = (changes: object, left = photos) =>
    changedProductBody(product, { ...productFormOf(product), ...changes }, seller, left);

  it("is empty if nothing was changed, also for a car without a market price", () => {
    expect(change({})).toEqual({});
  });

  it("is what was changed, in a form that the server reads", () => {
    const body = change({
      resalePrice: "$19,500",
      mileage: "42,000",
      mileageUnit: "mi",
      model: "",
    });
    expect(body).toEqual({ resalePrice: "19500", mileage: "42000", mileageUnit: "mi", model: "" });
    expect(changeProductBody.parse(body)).toEqual({
      resalePrice: 19_500,
      mileage: 42_000,
      mileageUnit: "mi",
      model: null,
    });
  });

  it("has the details that were changed, the power in kilowatts and an option in each line", () => {
    const body = change({
      powerKw: "1,000",
      powerUnit: "hp",
      doors: "",
      drive: "all-wheel",
      options: "Sat nav\n\n  Heated seats ",
    });
    expect(body).toEqual({
      powerKw: "746",
      doors: "",
      drive: "all-wheel",
      options: ["Sat nav", "Heated seats"],
    });
    expect(changeProductBody.parse(body)).toEqual({
      powerKw: 746,
      doors: null,
      drive: "all-wheel",
      options: ["Sat nav", "Heated seats"],
    });
  });

  it("has the photos in their new order", () => {
    expect(change({}, photos.toReversed())).toEqual({ photos: photos.toReversed() });
  });
});
