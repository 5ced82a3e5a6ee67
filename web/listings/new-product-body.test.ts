import { describe, expect, it } from "vitest";
import { addProductBody } from "#shared/listings/listing-contract.ts";
import { emptyProduct, newProductBody } from "./new-product-body.ts";

const seller = { email: "seller@marque.example", displayName: "Sam" };
const typed = {
  ...emptyProduct,
  name: "Audi A4",
  originalPrice: "30000",
  resalePrice: "21000.5",
  category: "Audi",
};

describe("what the add-product form sends", () => {
  it("is read by the server with both prices, the brand's number and no made-up facts", () => {
    const read = addProductBody.parse(newProductBody(typed, seller, "/api/images/a.jpg", "USD"));
    expect(read).toMatchObject({
      originalPrice: 30000,
      resalePrice: 21000.5,
      categoryId: 3,
      condition: "Excellent",
      image: "/api/images/a.jpg",
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
    ] as const)
      expect(read[fact]).toBeUndefined();
  });

  it("names the unit of a mileage", () => {
    expect(
      newProductBody({ ...typed, mileage: "1,200", mileageUnit: "km" }, seller, "", "USD"),
    ).toMatchObject({ mileage: "1200", mileageUnit: "km" });
  });

  it("has plain numbers for prices typed with signs and commas, and the rest as typed", () => {
    const prices = { originalPrice: "$1,234,567.89", resalePrice: "41.000,50" };
    expect(newProductBody({ ...typed, ...prices }, seller, "", "USD")).toMatchObject({
      originalPrice: "1234567.89",
      resalePrice: "41.000,50",
    });
  });
});
