import { expect, test } from "vitest";
import { readFeedRows } from "#testing/imports/read-feed-rows.ts";
import { optionsIn, parseDrive, parseServiceHistory } from "./read-equipment.ts";
import { parseMonth } from "./read-year.ts";

test.each([
  ["AWD", "all-wheel"],
  ["4WD", "all-wheel"],
  ["quattro", "all-wheel"],
  ["xDrive", "all-wheel"],
  ["4MATIC", "all-wheel"],
  ["Allradantrieb", "all-wheel"],
  ["4x4 (dołączany automatycznie)", "all-wheel"],
  ["Na wszystkie koła", "all-wheel"],
  ["Vierwielaandrijving", "all-wheel"],
  ["Fyrhjulsdrift", "all-wheel"],
  ["FWD", "front-wheel"],
  ["Front wheel drive", "front-wheel"],
  ["front-wheel", "front-wheel"],
  ["Frontantrieb", "front-wheel"],
  ["Vorderrad", "front-wheel"],
  ["Na przednie koła", "front-wheel"],
  ["Traction avant", "front-wheel"],
  ["Anteriore", "front-wheel"],
  ["Delantera", "front-wheel"],
  ["RWD", "rear-wheel"],
  ["Rear", "rear-wheel"],
  ["Heckantrieb", "rear-wheel"],
  ["Hinterrad", "rear-wheel"],
  ["Na tylne koła", "rear-wheel"],
  ["Propulsion", "rear-wheel"],
  ["Posteriore", "rear-wheel"],
  ["Trasera", "rear-wheel"],
  ["Achterwielaandrijving", "rear-wheel"],
])("reads the drive of %s", (text, value) => {
  expect(parseDrive(text)).toEqual({ value });
});

test.each(["2WD", "left-hand", "petrol"])("leaves out the drive %s and says why", (text) => {
  expect(parseDrive(text)).toEqual({ fault: expect.stringContaining(text) });
});

test.each([
  ["Full service history", "Service history", "full"],
  ["FSH", "Service history", "full"],
  ["scheckheftgepflegt", "Servicehistorie", "full"],
  ["Yes", "Full service history", "full"],
  ["true", "hasFullServiceHistory", "full"],
  ["Yes", "Service history", "available"],
  ["ja", "Scheckheft", "available"],
  ["Part", "Service history", "partial"],
  ["Partial service history", "Service history", "partial"],
  ["No service history", "Service history", "none"],
  ["nein", "Scheckheft", "none"],
])("reads the service history %s of the column %s", (text, header, value) => {
  expect(parseServiceHistory(text, { header })).toEqual({ value });
});

test("a car without the full history may have a part of it", () => {
  expect(parseServiceHistory("no", { header: "Full service history" })).toBe("empty");
});

test.each([
  ["2018-03", "2018-03"],
  ["2018-03-15", "2018-03"],
  ["2018-03-15T00:00:00Z", "2018-03"],
  ["03/2018", "2018-03"],
  ["3.2018", "2018-03"],
  ["201803", "2018-03"],
  ["20180315", "2018-03"],
  ["01.03.2018", "2018-03"],
  ["15/03/2018", "2018-03"],
  ["03/15/2018", "2018-03"],
  ["03/03/2018", "2018-03"],
  ["15/03/2018 00:00", "2018-03"],
  ["Mar-2018", "2018-03"],
  ["15. März 2018", "2018-03"],
  ["mars 2018", "2018-03"],
  ["15 marca 2018", "2018-03"],
])("reads the month of %s", (text, value) => {
  expect(parseMonth(text)).toEqual({ value });
});

test("takes no month from a year alone, nor from a day that can be a month", () => {
  expect(parseMonth("2018")).toBe("empty");
  expect(parseMonth("03/04/2018")).toEqual({ fault: expect.stringContaining("03/04/2018") });
});

test.each([
  ["Sat nav|Wheels, 19 inch|Sat nav", ["Sat nav", "Wheels, 19 inch"]],
  ["Wheels, 19 inch |", ["Wheels, 19 inch"]],
  ["Navi; Sitzheizung", ["Navi", "Sitzheizung"]],
  ["Navi, Sitzheizung", ["Navi", "Sitzheizung"]],
  ["Motor 2,0, Navi", ["Motor 2,0", "Navi"]],
  ['["Navi","Sitzheizung"]', ["Navi", "Sitzheizung"]],
  [`Navi|${"x".repeat(81)}`, ["Navi"]],
  ["", []],
])("reads the options of %j", (text, options) => {
  expect(optionsIn(text)).toEqual(options);
});

test("a detail that cannot be read is left out of the car and never costs the row", async () => {
  const csv = [
    "make,model,year,price,mileage,Drive,Service history,First registration,Doors,Power (hp),Trim",
    `BMW,X5,2018,15000,30000,2WD,some stamps?,03/04/2018,many,9000,${"x".repeat(200)}`,
  ].join("\n");
  const [row] = await readFeedRows({ "feed.csv": csv }, "--currency USD --distance-unit mi");
  expect(row?.source).toMatchObject({
    drive: null,
    firstRegistration: null,
    doors: null,
    powerKw: null,
    trim: null,
  });
  expect(row?.notes).toHaveLength(5);
  expect(row?.car?.year).toBe(2018);
});
