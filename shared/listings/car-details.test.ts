import { describe, expect, test } from "vitest";
import { carDetails, presentDetails, presentOwnDetails, statedDetails } from "./car-details.ts";
import { changeProductBody } from "./listing-contract.ts";

const whole = {
  powerKw: 140,
  doors: 5,
  seats: 5,
  drive: "all-wheel",
  trim: "S line",
  previousKeepers: 0,
  serviceHistory: "full",
  firstRegistration: "2018-03",
  options: ["Heated seats", "Sat nav"],
  advertUrl: "https://dealer.example/cars/1",
} as const;

describe("the details of a listing", () => {
  test("are accepted as they are stored", () => {
    expect(carDetails.parse(whole)).toEqual(whole);
    expect(carDetails.parse({})).toEqual({});
  });

  test.each([
    ["powerKw", 19],
    ["powerKw", 1_501],
    ["powerKw", 99.5],
    ["doors", 0],
    ["doors", 10],
    ["seats", 61],
    ["drive", "quattro"],
    ["trim", "x".repeat(121)],
    ["trim", "a\u0000b"],
    ["previousKeepers", -1],
    ["serviceHistory", "yes"],
    ["firstRegistration", "2018"],
    ["firstRegistration", "2018-13"],
    ["firstRegistration", "1885-12"],
    ["firstRegistration", "2999-01"],
    ["options", "Sat nav"],
    ["options", ["x".repeat(81)]],
    ["options", Array.from({ length: 101 }, (_, at) => `Option ${at}`)],
    ["options", ["a\u0000b"]],
    ["advertUrl", "http://dealer.example/cars/1"],
    ["advertUrl", "javascript:alert(1)"],
    ["advertUrl", "https://user:secret@dealer.example/"],
    ["advertUrl", "https://dealer.example/a b"],
    ["advertUrl", `https://dealer.example/${"x".repeat(500)}`],
  ])("refuse %s %j", (name, value) => {
    const { error } = carDetails.safeParse({ [name]: value });
    expect(error?.issues[0]?.path[0]).toBe(name);
    // Messages are shown beside the field.
    expect(error?.issues[0]?.message).not.toMatch(/^Invalid|^Too/);
  });

  test("refuse a detail that there is not", () => {
    expect(carDetails.safeParse({ registration: "AB12 CDE" }).success).toBe(false);
  });

  test("tidy texts as the importer reads them", () => {
    const options = [" Sat  nav ", '"Sat nav"', "", "Alarm [category 1]", "Climate | 4 zones"];
    expect(carDetails.parse({ trim: " M\u00a0 Sport ", options })).toEqual({
      trim: "M Sport",
      options: ["Sat nav", "Alarm [category 1]", "Climate / 4 zones"],
    });
  });

  test("are none if nothing is stated", () => {
    expect(statedDetails({ powerKw: null, options: [], trim: "" })).toBeNull();
    expect(statedDetails({ previousKeepers: 0 })).toEqual({ previousKeepers: 0 });
  });

  test("show visitors all but the dealer's own advert", () => {
    const { advertUrl, ...shown } = whole;
    expect(presentDetails(carDetails.parse(whole))).toEqual(shown);
    expect(presentOwnDetails(carDetails.parse(whole))).toEqual({ ...shown, advertUrl });
    expect(presentDetails(null)).toMatchObject({ powerKw: null, drive: null, options: [] });
  });
});

test("a form may send numbers as texts and clear a detail with an empty one", () => {
  expect(changeProductBody.parse({ doors: "5", powerKw: "", trim: null, drive: "" })).toEqual({
    doors: 5,
    powerKw: null,
    trim: null,
    drive: null,
  });
});
