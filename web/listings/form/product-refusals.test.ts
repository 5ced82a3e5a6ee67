import { describe, expect, it } from "vitest";
import { emptyProduct, newProductBody } from "./product-body.ts";
import { productRefusals } from "./product-refusals.ts";

const seller = { email: "seller@marque.example", displayName: "Sam" };
const right = { ...emptyProduct, name: "Audi A4", originalPrice: "$30,000", resalePrice: "21,000" };
const asNew = (changes: Partial<typeof emptyProduct>) => {
  const typed = { ...right, ...changes };
  const body = newProductBody(typed, seller, [], "USD");
  return productRefusals({ typed, body, currency: "USD", isNew: true });
};
const asChange = (changes: Partial<typeof emptyProduct>) =>
  productRefusals({
    typed: { ...right, ...changes },
    body: changes,
    currency: "USD",
    isNew: false,
  });

describe("what is wrong with a car's form", () => {
  it("is everything at once", async () => {
    expect(await asNew({})).toEqual({});
    const wrong = {
      name: " ",
      originalPrice: "",
      resalePrice: "41.000",
      purchase: "1800",
      used: "-3",
      year: "3020",
      mileage: "many",
      vin: "WVWZZZ1KZ",
      powerKw: "1",
      advertUrl: "x",
    };
    const refused = await asNew(wrong);
    expect(Object.keys(refused).toSorted()).toEqual(Object.keys(wrong).toSorted());
    expect(refused).toMatchObject({
      originalPrice: "Original price is required.",
      year: "Year cannot be in the future.",
      mileage: "Enter the mileage as a number, like 41,000.",
    });
  });

  it("is a first registration of another time than the year", async () => {
    expect(await asNew({ year: "2018", firstRegistration: "2010-03" })).toEqual({
      firstRegistration: "The car is of 2018, so its first registration must be from 2017 to 2021.",
    });
  });

  it("is a VIN of an unknown manufacturer, until it is confirmed", async () => {
    const vin = "WVWZZZ1KZAW099999";
    expect(await asNew({ vin })).toEqual({
      vin: expect.stringMatching(/confirm that it is right/),
    });
    expect(await asNew({ vin, vinConfirmed: true })).toEqual({});
  });

  it("is not what the seller of a stored car did not change", async () => {
    const stored = { ...right, originalPrice: "", vin: "OLD", mileage: "many" };
    const given = { currency: "USD", isNew: false };
    expect(await productRefusals({ ...given, typed: stored, body: { location: "Faro" } })).toEqual(
      {},
    );
    expect(await asChange({ vin: "OLD", used: "-3" })).toEqual({
      vin: expect.any(String),
      used: "Years used cannot be below zero.",
    });
  });
});
